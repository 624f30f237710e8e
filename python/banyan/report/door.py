"""Writing into a folder: files are replaced whole, and nothing is written where a link leads."""

import os
import pathlib
import secrets


class Door:
    """An open folder. Its path may lead through links, since a user names it; what is in it may not."""

    def __init__(self, path, parent=None, name=None):
        self.path = pathlib.Path(path)
        flags = os.O_RDONLY | os.O_DIRECTORY
        if parent is None:
            self._fd = os.open(path, flags)
        else:
            try:
                os.mkdir(name, dir_fd=parent._fd)
            except FileExistsError:
                pass
            self._fd = os.open(name, flags | os.O_NOFOLLOW, dir_fd=parent._fd)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._fd)

    def within(self, name):
        return Door(self.path / name, self, name)

    def write(self, name, content):
        """Readers find the old file or the new one; a link of that name is replaced."""
        data = content.encode() if isinstance(content, str) else content
        temporary = f".{name}.{secrets.token_hex(6)}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        fd = os.open(temporary, flags, 0o666, dir_fd=self._fd)
        try:
            with os.fdopen(fd, "wb") as file:
                file.write(data)
            os.rename(temporary, name, src_dir_fd=self._fd, dst_dir_fd=self._fd)
        except BaseException:
            os.unlink(temporary, dir_fd=self._fd)
            raise

    def names(self):
        return os.listdir(self._fd)

    def remove(self, name):
        os.unlink(name, dir_fd=self._fd)
