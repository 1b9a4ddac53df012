"""A device on the client library tb-mqtt-client.

Arguments: host, port, access token; or host, port, "provision", key, secret, name. Takes commands as lines of JSON,
["method", ...], and writes each event as a line.
"""

import json
import os
import sys

from tb_device_mqtt import TBDeviceMqttClient


def tell(name, *values):
    print(" ".join([name, *(json.dumps(value, sort_keys=True) for value in values)]), flush=True)


def provision(host, port, key, secret, name):
    tell("provisioned", TBDeviceMqttClient.provision(host, key, secret, port=port, device_name=name))


def serve(host, port, token):
    device = TBDeviceMqttClient(host, port, token, chunk_size=1000)

    def called(request, body):
        tell("called", body)
        device.send_rpc_reply(request, {"echo": body["params"]})

    device.set_server_side_rpc_request_handler(called)
    device.subscribe_to_all_attributes(lambda content, error: tell("shared", content))
    device.set_on_firmware_received_callback(lambda own, data, version: tell("firmware", len(data), version))
    # Its connect() takes the callback over when the connection may have been accepted already, and then never calls it.
    connected = lambda *arguments, **more: tell("connected")
    device._TBDeviceMqttClient__connect_callback = connected
    device.connect(connected)
    for line in sys.stdin:
        method, *values = json.loads(line)
        if method == "telemetry":
            tell("published", device.send_telemetry(*values).get())
        elif method == "attributes":
            tell("published", device.send_attributes(*values).get())
        elif method == "request":
            device.request_attributes(*values, callback=lambda content, error: tell("has", content))
        elif method == "call":
            device.send_rpc_call(*values, lambda request, content, error: tell("answered", content))
        elif method == "claim":
            tell("published", device.claim(*values).get())
        elif method == "firmware":
            device.get_firmware_update()
        elif method == "stop":
            device.disconnect()
            device.stop()
            tell("stopped")
            os._exit(0)


host, port, *rest = sys.argv[1:]
if rest[0] == "provision":
    provision(host, int(port), *rest[1:])
else:
    serve(host, int(port), *rest)
