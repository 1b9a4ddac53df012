"""Rule chains and their parts, widgets, resources and packages of firmware."""

import os
import tempfile

from tb_rest_client.models.models_ce import *
from entities import NONE, PAGE, ids, ids_of, sorted_page
from watched import as_json, expect, refused


def rule_chains(admin, tenant):
    chain = admin.save_rule_chain_v1(RuleChain(name="own", type="CORE", debug_mode=False))
    expect("chain", admin.get_rule_chain_by_id(chain.id), chain)
    data = RuleChainMetaData(
        rule_chain_id=chain.id, first_node_index=0, connections=[NodeConnectionInfo(from_index=0, to_index=1, type="True")],
        nodes=[
            RuleNode(type="org.thingsboard.rule.engine.filter.TbJsFilterNode", name="filter", debug_mode=True,
                     configuration={"jsScript": "return true;"}, additional_info={"layoutX": 10, "layoutY": 20}),
            RuleNode(type="org.thingsboard.rule.engine.action.TbLogNode", name="log", debug_mode=False,
                     configuration={"jsScript": "return 'x';"}, additional_info={"layoutX": 30, "layoutY": 20}),
        ])
    saved = admin.save_rule_chain_meta_data(data)
    expect("nodes", [n.name for n in saved.nodes], ["filter", "log"])
    expect("connections", [(c.from_index, c.to_index, c.type) for c in saved.connections], [(0, 1, "True")])
    read = admin.get_rule_chain_meta_data(chain.id)
    expect("metadata", (ids_of(read.nodes), read.first_node_index), (ids_of(saved.nodes), 0))
    read.nodes[0].name = "changed"
    for node in read.nodes:
        node.configuration, node.additional_info = as_json(node.configuration), as_json(node.additional_info)
    again = admin.save_rule_chain_meta_data(read)
    expect("node ids", (ids_of(again.nodes), again.nodes[0].name), (ids_of(saved.nodes), "changed"))
    admin.get_latest_rule_node_debug_input(again.nodes[0].id)
    default = admin.save_rule_chain(DefaultRuleChainCreateRequest(name="like the root"))
    expect("default", admin.get_rule_chain_meta_data(default.id).first_node_index is not None, True)
    sorted_page("chains", admin.get_rule_chains)
    root = next(c for c in admin.get_rule_chains(**PAGE, type="CORE").data if c.root)
    expect("new root", admin.set_root_rule_chain_v1(chain.id).root, True)
    refused(400, admin._client.delete_rule_chain, chain.id)
    admin.set_root_rule_chain_v1(root.id)
    exported = admin.export_rule_chains(limit="100")
    expect("export", len(exported.rule_chains) == len(exported.metadata) >= 3, True)
    admin.import_rule_chains(RuleChainData(
        rule_chains=[c for c in exported.rule_chains if c.name == "own"],
        metadata=[m for m in exported.metadata if m.rule_chain_id.id == chain.id.id]), overwrite=True)
    result = admin.test_script({
        "script": "msg.b = 2; return {msg: msg, metadata: metadata, msgType: msgType};", "scriptType": "update",
        "argNames": ["msg", "metadata", "msgType"], "msg": '{"a":1}', "metadata": {}, "msgType": "POST_TELEMETRY_REQUEST"})
    expect("script", '"b"' in str(result), True)
    admin.delete_rule_chain(default.id)
    refused(404, admin._client.get_rule_chain_by_id, default.id)
    events = admin.get_events_get("RULE_CHAIN", chain.id, "LC_EVENT", tenant.id, **PAGE)
    expect("lives", [e.body["event"] if isinstance(e.body, dict) else e.body for e in events.data] != [], True)


def components(admin):
    found = admin.get_component_descriptors_by_type("FILTER")
    expect("filters", "org.thingsboard.rule.engine.filter.TbJsFilterNode" in [c.clazz for c in found], True)
    found = admin.get_component_descriptors_by_types("FILTER,ACTION,ENRICHMENT,TRANSFORMATION,EXTERNAL", "EDGE")
    expect("for edges", {c.type for c in found} >= {"FILTER", "ACTION"}, True)
    one = admin.get_component_descriptor_by_clazz("org.thingsboard.rule.engine.action.TbLogNode")
    expect("log", (one.name, one.type, one.scope), ("log", "ACTION", "TENANT"))
    refused(404, admin._client.get_component_descriptor_by_clazz, "nothing")
    queues = admin.get_tenant_queues_by_service_type("TB_RULE_ENGINE")
    expect("queues", "Main" in queues, True)


def widgets(admin, system):
    expect("bundles of the system", len(system.get_widgets_bundles_v1()) > 5, True)
    bundle = admin.save_widgets_bundle(WidgetsBundle(title="Own", image="", description="d"))
    expect("bundle", admin.get_widgets_bundle_by_id(bundle.id), bundle)
    expect("alias", bundle.alias, "own")
    sorted_page("bundles", admin.get_widgets_bundles, key="title")
    expect("all bundles", bundle.id.id in ids_of(admin.get_widgets_bundles_v1()), True)
    descriptor = {"type": "latest", "sizeX": 4, "sizeY": 3, "resources": [], "templateHtml": "", "templateCss": "",
                  "controllerScript": "", "settingsSchema": "{}", "dataKeySettingsSchema": "{}", "defaultConfig": "{}"}
    kind = admin.save_widget_type(WidgetTypeDetails(
        bundle_alias="own", name="Gauge", descriptor=descriptor, description="d", image=""))
    expect("widget", admin.get_widget_type_by_id(kind.id), kind)
    expect("types", ids_of(admin.get_bundle_widget_types(False, "own")), [kind.id.id])
    expect("details", ids_of(admin.get_bundle_widget_types_details(False, "own")), [kind.id.id])
    infos = admin.get_bundle_widget_types_infos(False, "own")
    expect("infos", [(i.id.id, i.widget_type) for i in infos], [(kind.id.id, "latest")])
    expect("by alias", admin.get_widget_type(False, "own", kind.alias).id.id, kind.id.id)
    admin.get_bundle_widget_types("true", "charts")
    admin.get_bundle_widget_types_infos("true", "charts")
    admin.delete_widget_type(kind.id)
    refused(404, admin._client.get_widget_type_by_id, kind.id)
    admin.delete_widgets_bundle(bundle.id)
    refused(404, admin._client.get_widgets_bundle_by_id, bundle.id)


def resources(admin):
    made = admin.save_resource(TbResource(resource_type="JKS", title="keys", file_name="keys.jks", data="aGVsbG8="))
    expect("resource", (made.title, made.resource_type, made.file_name), ("keys", "JKS", "keys.jks"))
    expect("read", admin.get_resource_by_id(made.id).data, "aGVsbG8=")
    expect("info", admin.get_resource_info_by_id(made.id).title, "keys")
    sorted_page("resources", admin.get_resources, key="title")
    got = admin.tb_resource_controller.download_resource_using_get(made.id.id, _preload_content=False)
    expect("download", (got.data, "keys.jks" in got.headers["Content-Disposition"]), (b"hello", True))
    admin.get_lwm2m_list_objects_page(**PAGE)
    admin.get_lwm2m_list_objects(sort_order="ASC", sort_property="id", object_ids="3")
    admin.delete_resource_v1(made.id)
    refused(404, admin._client.get_resource_info_by_id, made.id)


def packages(admin, profile):
    info = admin.save_ota_package_info(SaveOtaPackageInfoRequest(
        type="FIRMWARE", title="image", version="1.0", tag="image 1.0", device_profile_id=profile.id, uses_url=False,
        additional_info={"description": "d"}))
    expect("package", (info.title, info.version, info.has_data), ("image", "1.0", False))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "image.bin")
        with open(path, "wb") as file:
            file.write(b"123456789")
        saved = admin.save_ota_package_data(path, "CRC32", info.id)
    expect("data", (saved.checksum, saved.file_name, saved.data_size), ("2639f4cb", "image.bin", 9))
    expect("info", admin.get_ota_package_info_by_id(info.id).has_data, True)
    admin.get_ota_package_by_id(info.id)
    got = admin.ota_package_controller.download_ota_package_using_get(info.id.id, _preload_content=False)
    expect("download", (got.data, got.headers["Content-Disposition"]), (b"123456789", "attachment;filename=image.bin"))
    expect("of profile", ids(admin.get_ota_packages(profile.id, "FIRMWARE", **PAGE)), [info.id.id])
    sorted_page("packages", admin.get_ota_packages_v1, key="title")
    linked = admin.save_ota_package_info(SaveOtaPackageInfoRequest(
        type="SOFTWARE", title="program", version="1", device_profile_id=profile.id, uses_url=True,
        url="http://example.com/a"))
    expect("url", admin.get_ota_package_info_by_id(linked.id).url, "http://example.com/a")
    refused(400, admin._client.save_ota_package_info, SaveOtaPackageInfoRequest(type="FIRMWARE", title="image", version="1.0"))
    admin.delete_ota_package(linked.id)
    refused(404, admin._client.get_ota_package_info_by_id, linked.id)
