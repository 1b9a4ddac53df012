"""What connects entities: edges, relations, claims, and devices that move to another tenant."""

from tb_rest_client.models.models_ce import *
from entities import PAGE, ids, ids_of, sorted_page
from watched import expect, refused


def edges(admin, customer, device, asset, view, dashboard):
    expect("edges", admin.is_edges_support_enabled() in (True, False), True)
    edge = admin.save_edge(Edge(name="edge 1", type="default", routing_key=f"key-{customer.id.id}", secret="secret",
                                edge_license_key="license", cloud_endpoint="http://localhost"))
    expect("edge", admin.get_edge_by_id(edge.id), edge)
    info = admin.get_edge_info_by_id(edge.id)
    expect("edge info", (info.name, info.customer_title), ("edge 1", None))
    sorted_page("edges", admin.get_tenant_edges)
    sorted_page("edge infos", admin.get_tenant_edge_infos)
    sorted_page("all edges", admin.get_edges)
    expect("by name", admin.get_tenant_edge("edge 1").id.id, edge.id.id)
    expect("by ids", ids_of(admin.get_edges_by_ids(edge.id.id)), [edge.id.id])
    expect("types", [t.type for t in admin.get_edge_types()], ["default"])
    admin.assign_edge_to_customer(customer.id, edge.id)
    expect("customer's", ids(admin.get_customer_edges(customer.id, **PAGE)), [edge.id.id])
    expect("customer's infos", ids(admin.get_customer_edge_infos(customer.id, **PAGE)), [edge.id.id])
    admin.unassign_edge_from_customer(edge.id)
    admin.assign_edge_to_public_customer(edge.id)
    admin.unassign_edge_from_customer(edge.id)
    # A view only comes to an edge that has its device.
    kinds = (("device", device), ("asset", asset), ("entity_view", view), ("dashboard", dashboard))
    for kind, item in kinds:
        getattr(admin, f"assign_{kind}_to_edge")(edge.id, item.id)
        expect(f"{kind}s of edge", ids(getattr(admin, f"get_edge_{kind}s")(edge.id, **PAGE)), [item.id.id])
    for kind, item in reversed(kinds):
        getattr(admin, f"unassign_{kind}_from_edge")(edge.id, item.id)
        expect(f"no {kind}s of edge", ids(getattr(admin, f"get_edge_{kind}s")(edge.id, **PAGE)), [])
    chain = admin.save_rule_chain_v1(RuleChain(name="edge chain", type="EDGE", debug_mode=False))
    admin.assign_rule_chain_to_edge(edge.id, chain.id)
    expect("chains of edge", chain.id.id in ids(admin.get_edge_rule_chains(edge.id, **PAGE)), True)
    expect("root of edge", admin.set_root_rule_chain(edge.id, chain.id).root_rule_chain_id.id, chain.id.id)
    admin.find_missing_to_related_rule_chains(edge.id)
    spare = admin.save_rule_chain_v1(RuleChain(name="spare edge chain", type="EDGE", debug_mode=False))
    admin.assign_rule_chain_to_edge(edge.id, spare.id)
    admin.unassign_rule_chain_from_edge(edge.id, spare.id)
    admin.set_auto_assign_to_edge_rule_chain(spare.id)
    expect("automatic", spare.id.id in ids_of(admin.get_auto_assign_to_edge_rule_chains()), True)
    admin.unset_auto_assign_to_edge_rule_chain(spare.id)
    admin.set_edge_template_root_rule_chain(spare.id)
    # No edge is connected.
    refused(400, admin._client.sync_edge, edge.id)
    admin.get_edge_events(edge.id, **PAGE)
    gone = admin.save_edge(Edge(name="gone", type="default", routing_key=f"gone-{customer.id.id}", secret="s",
                                edge_license_key="license", cloud_endpoint="http://localhost"))
    admin.delete_edge(gone.id)
    refused(404, admin._client.get_edge_by_id, gone.id)
    return edge


def relations(admin, device, asset, view, edge):
    for target, kind in ((device, "Contains"), (view, "Shows"), (edge, "Contains")):
        admin.save_relation(EntityRelation(_from=asset.id, to=target.id, type=kind, type_group="COMMON",
                                           additional_info={"a": 1}))
    here = (asset.id, "ASSET")
    one = admin.get_relation(*here, "Contains", device.id, "DEVICE")
    expect("relation", (one._from.id, one.to.id, one.type, one.type_group), (asset.id.id, device.id.id, "Contains", "COMMON"))
    refused(404, admin._client.get_relation, *here, "Other", device.id, "DEVICE")
    expect("from", len(admin.find_by_from_v1(*here)), 3)
    expect("from by type", len(admin.find_by_from(*here, "Contains")), 2)
    expect("to", len(admin.find_by_to_v1(device.id, "DEVICE")), 1)
    expect("to by type", len(admin.find_by_to(device.id, "DEVICE", "Contains")), 1)
    expect("names", sorted(r.to_name for r in admin.find_info_by_from(*here)), ["edge 1", "meter 1", "view 1"])
    expect("name", [r.from_name for r in admin.find_info_by_to(device.id, "DEVICE")], ["hall 1"])
    parameters = RelationsSearchParameters(
        root_id=asset.id.id, root_type="ASSET", direction="FROM", relation_type_group="COMMON", max_level=2,
        fetch_last_level_only=False)
    query = EntityRelationsQuery(
        filters=[RelationEntityTypeFilter(relation_type="Contains", entity_types=["DEVICE"])], parameters=parameters)
    expect("query", [r.to.id for r in admin.find_by_query_v3(query)], [device.id.id])
    expect("query of infos", [r.to_name for r in admin.find_info_by_query(query)], ["meter 1"])
    found = admin.find_by_query_v1(DeviceSearchQuery(
        device_types=["thermostat"], parameters=parameters, relation_type="Contains"))
    expect("devices", ids_of(found), [device.id.id])
    found = admin.find_by_query_v2(EdgeSearchQuery(edge_types=["default"], parameters=parameters, relation_type="Contains"))
    expect("edges", ids_of(found), [edge.id.id])
    found = admin.find_by_query_v4(EntityViewSearchQuery(
        entity_view_types=["short"], parameters=parameters, relation_type="Shows"))
    expect("views", ids_of(found), [view.id.id])
    back = RelationsSearchParameters(
        root_id=device.id.id, root_type="DEVICE", direction="TO", relation_type_group="COMMON", max_level=1,
        fetch_last_level_only=False)
    found = admin.find_by_query(AssetSearchQuery(asset_types=["hall"], parameters=back, relation_type="Contains"))
    expect("assets", ids_of(found), [asset.id.id])
    admin.delete_relation(*here, "Contains", device.id, "DEVICE")
    refused(404, admin._client.get_relation, *here, "Contains", device.id, "DEVICE")
    admin.delete_relations(*here, "", "")
    expect("none", admin.find_by_from_v1(*here), [])


def handing_over(admin, other, customer_user, system, tenant):
    """Devices come to customers by claiming, and to other tenants."""
    refused(404, customer_user._client.claim_device, "nothing", ClaimRequest(secret_key="x"))
    admin.save_device_attributes({"claimingAllowed": True, "claimingData": {"secretKey": "s", "expirationTime": 2**43}},
                                 other.id, "SERVER_SCOPE")
    claimed = customer_user.claim_device(other.name, body=ClaimRequest(secret_key="s"))
    expect("claimed", (claimed["response"], claimed["device"]["name"]), ("SUCCESS", other.name))
    expect("reclaimed", customer_user.re_claim_device(other.name), "")
    second = system.save_tenant(Tenant(title=f"{tenant.title} second"))
    moved = admin.assign_device_to_tenant(second.id, other.id)
    expect("moved", moved.tenant_id.id, second.id.id)
    refused(404, admin._client.get_device_by_id, other.id)
    system.delete_tenant(second.id)
    security = admin.lwm2m_controller.get_lwm2m_bootstrap_security_info_using_get(is_bootstrap_server="true")
    expect("bootstrap server", (security.server_id, security.bootstrap_server_is), (111, True))
