"""Serves S3 with moto on a free port of 127.0.0.1, checks signatures, and prints a line of JSON once it serves.

It ends with its parent.
"""
import json
import os
import sys
import time

os.environ.update(
    INITIAL_NO_AUTH_ACTION_COUNT="1000", AWS_EC2_METADATA_DISABLED="true",
    AWS_SHARED_CREDENTIALS_FILE="/dev/null", AWS_CONFIG_FILE="/dev/null")

import boto3
from botocore.config import Config
from moto import settings
from moto.server import ThreadedMotoServer

parent = os.getppid()
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
endpoint = "http://%s:%d" % server.get_host_and_port()


def client(name, **more):
    return boto3.client(
        name, endpoint_url=endpoint, region_name="eu-central-1", aws_access_key_id="setup",
        aws_secret_access_key="setup", config=Config(s3={"addressing_style": "path"}), **more)


s3, iam = client("s3"), client("iam")
s3.create_bucket(
    Bucket="pictures", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
s3.put_bucket_versioning(
    Bucket="pictures", VersioningConfiguration={"Status": "Enabled"})
first = s3.put_object(Bucket="pictures", Key="versions.bin", Body=b"first")["VersionId"]
s3.put_object(Bucket="pictures", Key="versions.bin", Body=b"second")
names = ["a.bin", "a b+c~(1)'!*.bin", "ordner/größe 日本/😀.bin", "x%20y&z=1;,@:$#?.bin", "/slash//.bin"]
for name in names:
    s3.put_object(Bucket="pictures", Key=name, Body=name.encode())
s3.put_object(Bucket="pictures", Key="large.bin", Body=bytes(range(256)) * 4096)
iam.create_user(UserName="reader")
key = iam.create_access_key(UserName="reader")["AccessKey"]
iam.put_user_policy(
    UserName="reader", PolicyName="read", PolicyDocument=json.dumps({
        "Version": "2012-10-17",
        "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}))
# From now on each request needs a signature of the user.
settings.INITIAL_NO_AUTH_ACTION_COUNT = 0
print(json.dumps({
    "endpoint": endpoint, "key": key["AccessKeyId"], "secret": key["SecretAccessKey"],
    "names": names, "version": first}), flush=True)
while os.getppid() == parent:
    time.sleep(0.2)
sys.exit(0)
