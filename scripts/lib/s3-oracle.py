"""Prints random requests with the signatures of botocore, one object of JSON a line."""
import datetime
import json
import random
import sys
import urllib.parse

from botocore import auth, credentials
from botocore.awsrequest import AWSRequest

NOW = datetime.datetime(2026, 11, 28, 12, 0, 0)
# The clock stands still.
auth.get_current_datetime = lambda remove_tzinfo=True: NOW

LETTERS = "abcXYZ019-._~ !\"#$%&'()*+,/:;<=>?@[]^`{|}äß€日本😀"


def word(rng, most):
    return "".join(rng.choice(LETTERS) for _ in range(rng.randint(1, most)))


def line(rng):
    key = word(rng, 40)
    query = {word(rng, 8): word(rng, 8) for _ in range(rng.randint(0, 4))}
    region = rng.choice(["us-east-1", "eu-central-1", "auto", "cn-north-1"])
    host = rng.choice(["bucket.s3.amazonaws.com", "127.0.0.1:9000", "minio.internal"])
    token = word(rng, 40).strip().replace(" ", "") if rng.random() < 0.5 else None
    token = token.encode("ascii", "ignore").decode() or None if token else None
    secret = "".join(rng.choice(LETTERS[:40]) for _ in range(rng.choice([20, 40, 70])))
    fields = {"x-amz-meta-a": "  one   two ", "Range": "bytes=0-9"} if rng.random() < 0.3 else {}
    path = "/" + urllib.parse.quote(key, safe="/~")
    text = urllib.parse.urlencode(query, quote_via=urllib.parse.quote, safe="-_.~")
    request = AWSRequest(
        method=rng.choice(["GET", "HEAD"]),
        url=f"https://{host}{path}" + (f"?{text}" if text else ""),
        headers={**fields, "Host": host})
    request.context["payload_signing_enabled"] = True
    auth.S3SigV4Auth(credentials.Credentials("AKID", secret, token), "s3", region).add_auth(request)
    return {
        "method": request.method, "host": host, "key": key, "query": list(query.items()),
        "region": region, "secret": secret, "token": token, "fields": list(fields.items()),
        "authorization": request.headers["Authorization"],
        "digest": request.headers["X-Amz-Content-SHA256"],
    }


generator = random.Random(int(sys.argv[2]))
for _ in range(int(sys.argv[1])):
    print(json.dumps(line(generator)))
