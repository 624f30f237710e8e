"""Threads, signals, memory and processes."""

import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import threading
import time

import banyan
import pytest


def test_other_threads_of_python_go_on_during_a_search():
    done = threading.Event()
    counted = 0

    def search():
        banyan.search("hex:size=11", "seq", time="300ms")
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 5


def test_searches_in_several_threads_find_what_each_finds_alone():
    alone = [banyan.search("hex:size=6", "seq", iterations=3000, seed=s).root for s in range(6)]
    together = [None] * 6

    def search(seed):
        together[seed] = banyan.search("hex:size=6", "seq", iterations=3000, seed=seed).root

    threads = [threading.Thread(target=search, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


@pytest.mark.parametrize(
    "searching",
    [
        "banyan.search('hex:size=11', 'seq', time='600s')",
        "banyan.search('hex:size=11', 'tree:threads=2', time='600s')",
        "banyan.search('hex:size=7', 'batched', time='600s', evaluator=lambda f: [0.5] * len(f))",
        "banyan.match('hex:size=11', 'seq', 'seq', pairs=100, time='10s')",
    ],
)
def test_ctrl_c_stops_a_search(searching):
    code = f"import banyan\nprint('ready', flush=True)\ntry:\n    {searching}\n"
    code += "except KeyboardInterrupt:\n    print('stopped')\n"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=120)
    assert (child.returncode, out) == (0, "stopped\n")


def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize()


def test_ten_thousand_searches_leave_no_memory_behind():
    def some(count):
        for seed in range(count):
            banyan.search("tic_tac_toe", "seq", iterations=20, seed=seed)
            if seed % 10 == 0:
                even = lambda features: [0.5] * len(features)
                banyan.search("tic_tac_toe", "batched", iterations=20, evaluator=even)

    some(2000)
    before = resident()
    some(10_000)
    assert resident() - before < 8_000_000


def found_in_child(connection):
    connection.send(banyan.search("hex:size=6", "root:threads=2", iterations=1000).root)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_process_that_is_forked_after_a_search_can_search():
    mine = banyan.search("hex:size=6", "root:threads=2", iterations=1000).root
    ours, theirs = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(target=found_in_child, args=(theirs,))
    child.start()
    assert ours.poll(120)
    assert ours.recv() == mine
    child.join()
