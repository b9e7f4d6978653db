"""What the Python programs have in common: where the server is, and lines of JSON that two equal servers make alike."""

import json
import os

HOST = os.environ.get("VERSO_HOST", "127.0.0.1")
PORT = int(os.environ.get("VERSO_PORT", "3306"))
USER = os.environ.get("VERSO_USER", "root")
PASSWORD = os.environ.get("VERSO_PASSWORD", "")
DATABASE = os.environ.get("VERSO_DATABASE", "test")


def say(what, value):
    print(f"{what}: {json.dumps(value, ensure_ascii=False, default=str)}", flush=True)
