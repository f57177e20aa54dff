# Receives callbacks of the Payments API. Python 3.9 or later, without packages:
#   SECRET_KEY=… PORT=4020 python3 receiver.py
import hashlib
import hmac
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET_KEY = os.environ["SECRET_KEY"].encode()
LARGEST_BYTES = 65_536

# Results that were handled. In production: a unique key in the database, in the transaction that moves the money.
handled = set()
lock = threading.Lock()


def read(body):
    """An object with the digits of its numbers as they were sent: those were signed."""
    return json.loads(body, parse_int=str, parse_float=str)


def text_of(value):
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def canonical(fields):
    """The text that was signed: without nulls, every value a string, keys sorted, no white space, ASCII."""
    texts = {name: text_of(value) for name, value in fields.items() if value is not None}
    return json.dumps(texts, sort_keys=True, separators=(",", ":")).replace("\x7f", "\\u007f")


def is_signature(given, fields):
    right = hmac.new(SECRET_KEY, canonical(fields).encode(), hashlib.sha256).hexdigest()
    return hmac.compare_digest(given.encode(), right.encode())


def receive(body, signature):
    """What to answer: its status and its body. Only 200 with SUCCESS counts as received."""
    try:
        fields = read(body)
    except ValueError:
        return 400, "not JSON"
    if not isinstance(fields, dict):
        return 400, "not an object"
    if signature is not None and not is_signature(signature, fields):
        return 401, "wrong signature"

    # Without a signature a callback is a hint: query POST /transactions, and move money by that answer alone.
    is_verified = signature is not None
    is_kyc = fields.get("event") == "kyc.status"
    # A player's status may come again and is set again; a transaction's result counts once.
    key = (fields.get("transaction_id"), fields.get("status"))
    with lock:
        is_repeated = not is_kyc and key in handled
        if is_verified:
            handled.add(key)
    seen = {
        "id": fields.get("player_id" if is_kyc else "transaction_id"),
        "status": fields.get("status"),
        "isVerified": is_verified,
        "isRepeated": is_repeated,
    }
    # One write: with the end of the line as a second one, the lines of two threads run into each other.
    print(json.dumps(seen) + "\n", end="", flush=True)
    return 200, "SUCCESS"


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        size = int(self.headers.get("content-length") or 0)
        if size > LARGEST_BYTES:
            return self.answer(413, "too large")
        self.answer(*receive(self.rfile.read(size), self.headers.get("x-signature")))

    def answer(self, status, text):
        if status != 200:
            print(f"refused: {status} {text}\n", end="", file=sys.stderr, flush=True)
        self.send_response(status)
        self.send_header("content-type", "text/plain")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    # Five by default: of a burst of callbacks the sixth would wait for a second, or for a minute.
    request_queue_size = 128


server = Server(("127.0.0.1", int(os.environ.get("PORT", "4020"))), Receiver)
print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    server.server_close()
