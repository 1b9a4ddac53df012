"""How the client signs in and stays signed in, and what it meets where 3.3.2 has no such call."""

import time

import requests
from tb_rest_client.models.models_ce import *
from tb_rest_client.rest_client_ce import RestClientCE
from watched import OTHERS, Watched, expect, refused


def post(url, path, body, **headers):
    reply = requests.post(f"{url}{path}", json=body, headers=headers, timeout=30)
    return reply.status_code, reply.json()


def sign_in(url, name, password):
    client = Watched(RestClientCE(url))
    client.login(username=name, password=password)
    return client


def staying(url, name, password):
    """Its thread signs in again every second."""
    with RestClientCE(url) as client:
        client.login(username=name, password=password)
        early = client.api_client
        until = time.monotonic() + 10
        while client.api_client is early and time.monotonic() < until:
            expect("user while signing in again", client.get_user().email, name)
            time.sleep(0.3)
        expect("signed in again", client.api_client is early, False)
        expect("user of the first token", client.auth_controller.get_user_using_get().email, name)


def tokens(url, name, password):
    status, body = post(url, "/api/auth/login", {"username": name, "password": "wrong password"})
    expect("wrong password", (status, body["errorCode"]), (401, 10))
    client = RestClientCE(url)
    client.login(username=name, password="wrong password")
    refused(401, client.get_tenant_devices, 1, 0)
    status, pair = post(url, "/api/auth/login", {"username": name, "password": password})
    expect("pair", (status, sorted(pair)), (200, ["refreshToken", "token"]))
    status, again = post(url, "/api/auth/token", {"refreshToken": pair["refreshToken"]})
    expect("refresh", (status, sorted(again)), (200, ["refreshToken", "token"]))
    status, body = post(url, "/api/auth/token", {"refreshToken": "x"})
    expect("wrong refresh", (status, body["errorCode"]), (401, 10))


def public(url, admin, device):
    """Visitors of what is public."""
    shared = admin.assign_device_to_public_customer(device.id)
    status, pair = post(url, "/api/auth/login/public", {"publicId": shared.customer_id.id})
    expect("public sign-in", (status, sorted(pair)), (200, ["refreshToken", "token"]))
    visitor = RestClientCE(url)
    # The client has no such sign-in: one that fails, and then the token.
    visitor.login("nobody@nowhere.example", "nothing")
    visitor.configuration.api_key["X-Authorization"] = pair["token"]
    watched = Watched(visitor)
    expect("public device", watched.get_device_by_id(device.id).name, device.name)
    refused(403, visitor.delete_device, device.id)
    status, pair = post(url, "/api/auth/token", {"refreshToken": pair["refreshToken"]})
    expect("public refresh", status, 200)
    admin.unassign_device_from_customer(device.id)
    status, body = post(url, "/api/auth/login/public", {"publicId": "13814000-1dd2-11b2-8080-808080808080"})
    expect("unknown public", status, 401)


def passwords(client, name, old, new):
    pair = client.change_password({"currentPassword": old, "newPassword": new})
    expect("new tokens", "refreshToken" in str(pair), True)
    refused(401, client._client.get_user)
    client.login(username=name, password=new)
    expect("user", client.get_user().email, name)
    refused(400, client._client.change_password, {"currentPassword": "no", "newPassword": old})
    client.logout()
    refused(401, client._client.get_user)


def others(client):
    """Calls that 3.3.2 has not are not found, with the error of any other."""
    values = {
        "activate_email": ("x",), "activate_instance": ("a", "b"), "activate_user_by_email_code": ("x",),
        "check_instance": ({},), "resend_email_activation": ("x",), "sign_up": ({},),
    }
    for name in sorted(OTHERS):
        refused(404, getattr(client._client, name), *values.get(name, ()))
    expect("still there", client.get_user().email is not None, True)
