#!/usr/bin/env python3
"""Makes the signature vectors in tests/fixtures: canonical texts and signatures by an implementation that is not ours.

Neither lib/payments-api nor sandbox/ may sign its own test. Run it from the root of the repository:

    python3 scripts/generate-signature-vectors.py

The output depends on the seed below and on nothing else. Python leaves U+007F as it is, where the specification wants
every control character escaped; the one vector with U+007F was therefore written by hand and says so in its name.
Keys are ASCII, as all keys of the API are: there Python's order (code points) and JavaScript's (UTF-16) are the same.
"""

import hashlib
import hmac
import json
import random
from pathlib import Path

FIXTURES = Path("tests/fixtures")
rng = random.Random(20261121)

KANA = "アイウエオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポ"
KANA += "マミムメモヤユヨラリルレロワヲンヴァィゥェォッャュョー"
HALF_WIDTH_KANA = "".join(chr(c) for c in range(0xFF61, 0xFFA0))
KANJI = "帳場銀行支店東京三菱住友株式会社山田太郎髙﨑"
ASTRAL = "😀🏦💴𠮷𩸽𝒳\U0010ffff\U00010000"
LATIN = "ABCXYZabcxyz0189 -_.,:/\\\"'&<>+=()[]{}@#%"
CONTROLS = "".join(chr(c) for c in range(0x20)) + "".join(chr(c) for c in range(0x80, 0xA0))
EDGES = "\u00a0\u00ad\u00e9\u0e1a\u0e32\u0e17\u2028\u2029\u200b\u200d\u202e\u3000\u30fb\ufeff\ufffd\uffff\ue000\uf8ff"
ALPHABETS = {
    "kana": KANA,
    "half-width kana": HALF_WIDTH_KANA,
    "kanji": KANJI,
    "surrogate pairs": ASTRAL,
    "quotes and backslashes": "\"\\/\"\\/ab'",
    "control characters": CONTROLS + "ab",
    "edges of Unicode": EDGES,
    "everything": KANA + HALF_WIDTH_KANA + KANJI + ASTRAL + LATIN + CONTROLS + EDGES,
}
KEYS = """referenceId playerId currency amount callbackUrl channel destination destinationName destinationAccount
destinationAccountName destinationBranchCode destinationBranchName destinationAccountType destinationBranch
payerAccountName payerAccount payerBankCode gateway userName id timestamp nonce""".split()
ODD_KEYS = ["a", "A", "Z", "_", "aa", "a_", "aB", "ab", "0", "1", "2", "10", "9", "", " ", "-", "~", '"', "\\", "\n"]
ODD_KEYS += ["__proto__", "constructor", "toString"]


def as_text(value):
    """The specification's step 2. There are no floats here: their digits would be Python's, not the sender's."""
    assert value is None or isinstance(value, (str, int)) and not isinstance(value, bool)
    return value if isinstance(value, str) else str(value)


def canonical(fields):
    kept = {key: as_text(value) for key, value in fields.items() if value is not None}
    return json.dumps(kept, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sign(text, secret):
    return hmac.new(secret.encode("utf-8"), text.encode("utf-8"), hashlib.sha256).hexdigest()


def vector(name, fields, secret, text=None):
    text = canonical(fields) if text is None else text
    return {"name": name, "fields": fields, "canonical": text, "secret": secret, "signature": sign(text, secret)}


def string(alphabet, longest=24):
    return "".join(rng.choice(alphabet) for _ in range(rng.randint(0, longest)))


def value(alphabet):
    kind = rng.randrange(8)
    if kind == 0:
        return None
    if kind == 1:
        return rng.randint(0, 10_000_000)
    if kind == 2:
        return rng.randint(2**53, 10**40)
    if kind == 3:
        return f"{rng.randint(0, 10**9)}.{rng.randint(0, 999999):06d}"
    if kind == 4:
        return ""
    return string(alphabet)


def secret():
    return rng.choice(["secret", "秘密の鍵", "k" * 64, "k" * 65, rng.randbytes(32).hex()])


def body(alphabet, names):
    chosen = rng.sample(names, rng.randint(1, min(12, len(names))))
    return {key: value(alphabet) for key in chosen}


def bodies():
    yield vector("empty", {}, "secret")
    yield vector("nothing but nulls", {"currency": None, "id": None}, "secret")
    yield vector(
        "a withdrawal in yen",
        {
            "amount": 12000,
            "callbackUrl": "https://console.example/api/callbacks/sandbox/4f9c?x=1&y=2",
            "channel": "BANK_TRANSFER",
            "currency": "JPY",
            "destination": "0005",
            "destinationAccount": "0123456",
            "destinationAccountName": "ヤマダ　タロウ",
            "destinationAccountType": None,
            "destinationBranchCode": "001",
            "destinationBranchName": "本店",
            "destinationName": "三菱ＵＦＪ銀行",
            "nonce": "0b8ad6e1f0f14c0d",
            "playerId": "player-1",
            "referenceId": "W-2026-000001",
            "timestamp": 1795253405,
        },
        "secret",
    )
    yield vector("an integer and its digits", {"a": 1000, "b": "1000", "c": "1000.00"}, "secret")
    yield vector("an integer beyond floats", {"amount": 9007199254740993, "fee": 10**39 + 7}, "secret")
    yield vector("decimals keep their zeros", {"amount": "12.50", "fee": "0.10", "netAmount": "1.000000"}, "secret")
    yield vector("every control character", {"text": "".join(chr(c) for c in range(0x20))}, "secret")
    yield vector("the slash stays", {"callbackUrl": "https://a/b"}, "secret")
    yield vector("keys in ASCII order", {key: key for key in ODD_KEYS}, "secret")
    yield vector(
        "U+007F, written by hand: Python would leave it",
        {"text": "a\u007fb"},
        "secret",
        text='{"text":"a\\u007fb"}',
    )
    for label, alphabet in ALPHABETS.items():
        for number in range(1, 26):
            names = ODD_KEYS if label == "everything" and number > 12 else KEYS
            yield vector(f"{label} {number}", body(alphabet, names), secret())


def callback(name, raw, secret="secret"):
    """Numbers are read as the text of their digits, so that `12.50` is signed as it was written."""
    fields = json.loads(raw, parse_int=str, parse_float=str)
    return {"name": name, "raw": raw, "secret": secret, "signature": sign(canonical(fields), secret)}


def transaction(indent=None, **changes):
    fields = {
        "transaction_id": "7b0f8f1e-3f5c-4f3e-9a52-0d4f6f0c1a11",
        "provider_order_id": "P-123",
        "reference_id": "W-2026-000001",
        "status": "COMPLETED",
        "type": "WITHDRAW",
        "amount": 12000,
        "actual_amount": 12120,
        "currency": "JPY",
        "method": "BANK_TRANSFER",
        **changes,
    }
    kept = {key: value for key, value in fields.items() if value is not ...}
    return json.dumps(kept, ensure_ascii=False, indent=indent)


def kyc(**changes):
    fields = {
        "event": "kyc.status",
        "player_id": "1001_player-1",
        "gateway": "KYC_JP",
        "status": "REGISTERED",
        "provider_status": "OK",
        "currency": "JPY",
        **changes,
    }
    return json.dumps(fields, ensure_ascii=False)


def callbacks():
    yield callback("a paid withdrawal in yen", transaction())
    yield callback("a failed withdrawal: actual_amount is null", transaction(status="FAILED", actual_amount=None))
    yield callback("a failed withdrawal: actual_amount is absent", transaction(status="FAILED", actual_amount=...))
    baht = transaction(type="DEPOSIT", currency="THB", amount="1500.00", actual_amount="1470.00")
    yield callback("a paid deposit with decimal strings", baht)
    tether = transaction(currency="USDT").replace("12000", "12.50").replace("12120", "12.620000")
    yield callback("a decimal as a JSON number keeps its zero", tether)
    yield callback("an integer beyond floats", transaction(amount=9007199254740993, actual_amount=9007199254740994))
    yield callback("without provider_order_id", transaction(provider_order_id=...))
    unannounced = {"batch": 7, "note": "振込 \"済\" 😀", "settled_at": "2026-11-21T09:30:05Z"}
    yield callback("with unannounced fields", transaction(**unannounced))
    yield callback("with white space and line ends", transaction(indent=2))
    yield callback("in another order", json.dumps(dict(reversed(json.loads(transaction()).items()))))
    yield callback("with escapes where none are needed", transaction().replace("COMPLETED", "\\u0043OMPLETED"))
    yield callback("an unannounced status", transaction(status="REVERSED"))
    yield callback("a registered player", kyc())
    yield callback("a failed player without a prefix", kyc(player_id="player-1", status="FAILED", provider_status=None))
    yield callback("another secret", transaction(), secret="秘密の鍵")


def write(name, rows):
    text = json.dumps(list(rows), ensure_ascii=True, indent=1)
    (FIXTURES / name).write_text(text + "\n", encoding="utf-8")


write("canonical.json", bodies())
write("callbacks.json", callbacks())
