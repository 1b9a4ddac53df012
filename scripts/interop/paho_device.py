"""A device on Eclipse Paho's client of MQTT.

Arguments: host, port, access token, version of MQTT (311 or 5), and the file of a certificate of the server for TLS.
"""

import json
import ssl
import sys
import threading

import paho.mqtt.client as mqtt

host, port, token, version, *certificate = sys.argv[1:]
protocol = mqtt.MQTTv5 if version == "5" else mqtt.MQTTv311


def tell(name, *values):
    print(" ".join([name, *(json.dumps(value) for value in values)]), flush=True)


client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=protocol)
client.username_pw_set(token)
if certificate:
    client.tls_set(ca_certs=certificate[0], cert_reqs=ssl.CERT_REQUIRED)
ready = threading.Semaphore(0)


def connected(own, data, flags, reason, properties):
    tell("connected", str(reason))
    ready.release()


def subscribed(own, data, message, reasons, properties):
    tell("subscribed", [str(reason) for reason in reasons])
    ready.release()


def published(own, data, message, reason, properties):
    tell("published", str(reason))
    ready.release()


def received(own, data, message):
    tell("received", message.topic, json.loads(message.payload))
    if "/rpc/request/" in message.topic:
        own.publish(message.topic.replace("request", "response"), '{"ok":true}', qos=1)


client.on_connect = connected
client.on_subscribe = subscribed
client.on_publish = published
client.on_message = received
client.on_disconnect = lambda own, data, flags, reason, properties: tell("disconnected", str(reason))
client.connect(host, int(port), 60)
client.loop_start()
ready.acquire()
client.subscribe([("v1/devices/me/rpc/request/+", 1), ("v1/devices/me/attributes", 1)])
ready.acquire()
client.subscribe("no/such/topic", 1)
ready.acquire()
for qos in (0, 1, 2):
    client.publish("v1/devices/me/telemetry", json.dumps({f"qos{qos}": qos}), qos=qos)
    ready.acquire()
tell("ready")
sys.stdin.readline()
client.disconnect()
client.loop_stop()
