"""Walks through the methods of the REST client for 3.3.2 on a server; each step is a line, `passed NAME` or `failed NAME: why`.

Arguments: the server's address, name and password of its system administrator.
"""

import sys

import administration
import connections
import content
import data
import entities
import sign_in
from watched import METHODS, OTHERS, area, called, tell

url, name, password = sys.argv[1:]
made = {}


def make(name, work, *known):
    """An area whose result others use."""
    area(name, lambda: made.__setitem__(name, work(*(made[one] for one in known))))


def run(name, work, *known):
    area(name, lambda: work(*(made[one] for one in known)))


make("system", lambda: sign_in.sign_in(url, name, password))
make("tenant and user", lambda system: administration.tenant(url, system), "system")
tenant, user = made["tenant and user"]
made.update({"tenant": tenant, "user": user})
run("tenants", lambda system: administration.tenants(url, system, tenant, user), "system")
run("tenant profiles", administration.tenant_profiles, "system", "tenant")
run("settings", administration.settings, "system")
run("providers", administration.providers, "system")
run("mails", administration.mails, "system")
run("forgotten passwords", administration.forgotten, "system", "user")

make("admin", lambda: sign_in.sign_in(url, user.email, administration.PASSWORD))
make("customer", entities.customers, "admin")
make("customer's", lambda admin, customer: administration.users(url, admin, customer), "admin", "customer")
make("customer user", lambda person: sign_in.sign_in(url, person.email, administration.PASSWORD), "customer's")
make("profile", entities.device_profiles, "admin")
make("devices", entities.devices, "admin", "customer", "profile", "customer user")
make("device", lambda devices: devices[0], "devices")
make("other", lambda devices: devices[1], "devices")
make("asset", entities.assets, "admin", "customer")
make("view", entities.entity_views, "admin", "customer", "device")
make("dashboard", entities.dashboards, "admin", "customer", "customer user")
make("edge", connections.edges, "admin", "customer", "device", "asset", "view", "dashboard")
run("relations", connections.relations, "admin", "device", "asset", "view", "edge")
run("attributes", data.attributes, "admin", "device")
run("telemetry", data.telemetry, "admin", "device")
run("calls", data.calls, "admin", "device")
run("alarms", data.alarms, "admin", "device")
run("queries", data.queries, "admin", "device")
run("records", data.records, "admin", "tenant", "device", "customer", "user")
run("rule chains", content.rule_chains, "admin", "tenant")
run("components", content.components, "admin")
run("widgets", content.widgets, "admin", "system")
run("resources", content.resources, "admin")
run("packages", content.packages, "admin", "profile")
run("handing over", connections.handing_over, "admin", "other", "customer user", "system", "tenant")
run("tokens", lambda: sign_in.tokens(url, user.email, administration.PASSWORD))
run("staying", lambda: sign_in.staying(url, user.email, administration.PASSWORD))
run("public", lambda admin, device: sign_in.public(url, admin, device), "admin", "device")
run("calls of others", sign_in.others, "admin")
run(
    "passwords",
    lambda client, person: sign_in.passwords(client, person.email, administration.PASSWORD, "quite another one"),
    "customer user",
    "customer's",
)
for method in sorted(METHODS - called - OTHERS):
    tell("failed", method, "it was never called")
print("done", flush=True)
