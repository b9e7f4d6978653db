"""Shared by the Python programs: the server's address, and answers printed as lines of JSON that are equal for equal answers."""

import json
import os

HOST = os.environ.get("VERSO_HOST", "127.0.0.1")
PORT = int(os.environ.get("VERSO_PORT", "3306"))
USER = os.environ.get("VERSO_USER", "root")
PASSWORD = os.environ.get("VERSO_PASSWORD", "")
DATABASE = os.environ.get("VERSO_DATABASE", "test")


def say(what, value):
    print(f"{what}: {json.dumps(value, ensure_ascii=False, default=str)}", flush=True)
