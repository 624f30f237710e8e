"""Builds a wheel of the module by CMake, for pip (PEP 517). It runs only on this machine's processor."""

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def _version():
    return re.search(r"project\(banyan VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"{python}-{python}-{platform}"


def _is_for_this_python(build):
    interpreter = build / "python" / "interpreter"
    if not interpreter.exists():
        return False
    return pathlib.Path(interpreter.read_text().strip()).resolve() == pathlib.Path(sys.executable).resolve()


def _module(prefix):
    """Builds the package banyan, where `./run python` did if for this Python, and installs it into the folder."""

    def cmake(*arguments):
        subprocess.run(["cmake", *map(str, arguments)], check=True, cwd=ROOT)

    build = ROOT / "build" / "release"
    if not _is_for_this_python(build):
        build = ROOT / "build" / "pip"
        cmake("--preset", "release", "-B", build, "-D", "BANYAN_TESTS=OFF", "-D",
              f"Python3_EXECUTABLE={sys.executable}")
    cmake("--build", build, "--target", "banyan_python")
    cmake("--install", build, "--component", "python", "--prefix", prefix)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"banyan-{_version()}"
    information = f"{name}.dist-info"
    files = {
        f"{information}/METADATA": f"Metadata-Version: 2.1\nName: banyan\nVersion: {_version()}\n"
        "Summary: A research benchmark for parallel Monte Carlo tree search\n"
        "License: Apache-2.0\nRequires-Dist: numpy\n",
        f"{information}/WHEEL": "Wheel-Version: 1.0\nGenerator: banyan\nRoot-Is-Purelib: false\n"
        f"Tag: {_tag()}\n",
    }
    files = {path: text.encode() for path, text in files.items()}
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder)
        _module(prefix)
        for path in sorted(prefix.rglob("*")):
            if path.is_file():
                files[path.relative_to(prefix).as_posix()] = path.read_bytes()
    record = f"{information}/RECORD"
    rows = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(content)}\n")
    files[record] = "".join(rows + [f"{record},,\n"]).encode()
    wheel = f"{name}-{_tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return wheel
