import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.californium.core.CoapClient;
import org.eclipse.leshan.client.LeshanClient;
import org.eclipse.leshan.client.LeshanClientBuilder;
import org.eclipse.leshan.client.engine.DefaultRegistrationEngineFactory;
import org.eclipse.leshan.client.object.Security;
import org.eclipse.leshan.client.object.Server;
import org.eclipse.leshan.client.observer.LwM2mClientObserverAdapter;
import org.eclipse.leshan.client.resource.BaseInstanceEnabler;
import org.eclipse.leshan.client.resource.LwM2mInstanceEnabler;
import org.eclipse.leshan.client.resource.ObjectsInitializer;
import org.eclipse.leshan.client.send.ManualDataSender;
import org.eclipse.leshan.client.servers.LwM2mServer;
import org.eclipse.leshan.core.ResponseCode;
import org.eclipse.leshan.core.model.ObjectLoader;
import org.eclipse.leshan.core.model.ObjectModel;
import org.eclipse.leshan.core.model.ResourceModel;
import org.eclipse.leshan.core.model.StaticModel;
import org.eclipse.leshan.core.node.LwM2mMultipleResource;
import org.eclipse.leshan.core.node.LwM2mResource;
import org.eclipse.leshan.core.node.LwM2mSingleResource;
import org.eclipse.leshan.core.request.BindingMode;
import org.eclipse.leshan.core.request.BootstrapRequest;
import org.eclipse.leshan.core.request.ContentFormat;
import org.eclipse.leshan.core.request.DeregisterRequest;
import org.eclipse.leshan.core.request.RegisterRequest;
import org.eclipse.leshan.core.request.UpdateRequest;
import org.eclipse.leshan.core.request.argument.Arguments;
import org.eclipse.leshan.core.response.ExecuteResponse;
import org.eclipse.leshan.core.response.ReadResponse;
import org.eclipse.leshan.core.response.SendResponse;
import org.eclipse.leshan.core.response.WriteResponse;
import org.eclipse.leshan.transport.californium.client.endpoint.CaliforniumClientEndpointsProvider;
import org.eclipse.leshan.transport.californium.client.endpoint.coap.CoapClientProtocolProvider;
import org.eclipse.leshan.transport.californium.client.endpoint.coaps.CoapsClientProtocolProvider;

/**
 * A device on Eclipse Leshan's client. Its arguments are `name=value`, and `/3/0/9=80` for the value of a resource; it
 * takes commands on its standard input, and writes each event as a line: `registered`, `wrote /3/0/15 Berlin`.
 */
public final class Client {
    private static final int FIRMWARE = 5;
    private static final Map<String, String> options = new HashMap<>();

    /** path of an instance: `3/0` → the instance */
    private static final Map<String, Instance> instances = new TreeMap<>();

    private static void tell(String line) {
        synchronized (Client.class) {
            System.out.println(line);
            System.out.flush();
        }
    }

    /** Holds values of whatever type its model says. */
    public static final class Instance extends BaseInstanceEnabler {
        int object;
        final Map<Integer, String> given = new TreeMap<>();
        private final Map<Integer, LwM2mResource> values = new TreeMap<>();

        Instance(int object, int id) {
            super(id);
            this.object = object;
        }

        /** One that the server creates. */
        public Instance() {}

        @Override
        public void setModel(ObjectModel model) {
            super.setModel(model);
            object = model.id;
            given.forEach((resource, text) -> put(resource, text));
        }

        private Object parsed(ResourceModel.Type type, String text) {
            switch (type) {
                case INTEGER:
                    return Long.valueOf(text);
                case UNSIGNED_INTEGER:
                    return org.eclipse.leshan.core.util.datatype.ULong.valueOf(text);
                case FLOAT:
                    return Double.valueOf(text);
                case BOOLEAN:
                    return Boolean.valueOf(text);
                case TIME:
                    return new java.util.Date(Long.parseLong(text) * 1000);
                case OPAQUE:
                    return HexFormat.of().parseHex(text);
                case OBJLNK:
                    return org.eclipse.leshan.core.node.ObjectLink.decodeFromString(text);
                default:
                    return text;
            }
        }

        /** Several values are `0:1,1:5`. */
        void put(int resource, String text) {
            ResourceModel described = getModel().resources.get(resource);
            if (described.multiple) {
                Map<Integer, Object> all = new HashMap<>();
                for (String part : text.split(",")) {
                    int colon = part.indexOf(':');
                    all.put(Integer.valueOf(part.substring(0, colon)), parsed(described.type, part.substring(colon + 1)));
                }
                values.put(resource, LwM2mMultipleResource.newResource(resource, all, described.type));
            } else {
                values.put(resource, LwM2mSingleResource.newResource(resource, parsed(described.type, text), described.type));
            }
        }

        void change(int resource, String text) {
            put(resource, text);
            fireResourceChange(resource);
        }

        private String path(int resource) {
            return "/" + object + "/" + getId() + "/" + resource;
        }

        @Override
        public ReadResponse read(LwM2mServer server, int resource) {
            LwM2mResource value = values.get(resource);
            return value == null ? ReadResponse.notFound() : ReadResponse.success(value);
        }

        @Override
        public WriteResponse write(LwM2mServer server, boolean replace, int resource, LwM2mResource value) {
            values.put(resource, value);
            Object shown = value.isMultiInstances() ? value.getInstances() : value.getValue();
            tell("wrote " + path(resource) + " " + (shown instanceof byte[] bytes ? bytes.length + " bytes" : shown));
            fireResourceChange(resource);
            if (object == FIRMWARE && resource == 0) received(((byte[]) value.getValue()).length);
            if (object == FIRMWARE && resource == 1 && !"".equals(value.getValue())) download((String) value.getValue());
            return WriteResponse.success();
        }

        @Override
        public ExecuteResponse execute(LwM2mServer server, int resource, Arguments arguments) {
            tell("executed " + path(resource) + " " + arguments.serialize());
            if (object == FIRMWARE && resource == 2) new Thread(this::install).start();
            return ExecuteResponse.success();
        }

        @Override
        public List<Integer> getAvailableResourceIds(ObjectModel model) {
            List<Integer> ids = new ArrayList<>(values.keySet());
            for (ResourceModel resource : model.resources.values()) {
                if (resource.operations.isExecutable() || (object == FIRMWARE && resource.id < 2)) ids.add(resource.id);
            }
            return ids.stream().distinct().sorted().toList();
        }

        private void received(int size) {
            tell("received " + size);
            new Thread(() -> change(3, size == 0 ? "0" : "2")).start();
        }

        private void download(String uri) {
            new Thread(() -> {
                try {
                    change(3, "1");
                    received(new CoapClient(uri).get().getPayload().length);
                } catch (Exception error) {
                    tell("failed to download " + error);
                }
            }).start();
        }

        private void install() {
            change(3, "3");
            change(7, options.getOrDefault("next", "2.0"));
            change(5, "1");
            change(3, "0");
        }
    }

    private static byte[] hex(String name) {
        return HexFormat.of().parseHex(options.getOrDefault(name, ""));
    }

    private static Security security() {
        String uri = options.get("server");
        boolean bootstrap = options.containsKey("bootstrap");
        int id = 123;
        switch (options.getOrDefault("mode", "none")) {
            case "psk": {
                byte[] identity = options.get("identity").getBytes();
                return bootstrap ? Security.pskBootstrap(uri, identity, hex("key")) : Security.psk(uri, id, identity, hex("key"));
            }
            case "rpk":
                return Security.rpk(uri, id, hex("public"), hex("private"), hex("of-server"));
            case "x509":
                return Security.x509(uri, id, hex("public"), hex("private"), hex("of-server"));
            default:
                return bootstrap ? Security.noSecBootstrap(uri) : Security.noSec(uri, id);
        }
    }

    private static final class Teller extends LwM2mClientObserverAdapter {
        @Override
        public void onBootstrapSuccess(LwM2mServer server, BootstrapRequest request) {
            tell("bootstrapped");
        }

        @Override
        public void onBootstrapFailure(LwM2mServer server, BootstrapRequest request, ResponseCode code, String text, Exception cause) {
            tell("not bootstrapped " + code + " " + text + " " + cause);
        }

        @Override
        public void onBootstrapTimeout(LwM2mServer server, BootstrapRequest request) {
            tell("not bootstrapped in time");
        }

        @Override
        public void onRegistrationSuccess(LwM2mServer server, RegisterRequest request, String id) {
            tell("registered");
        }

        @Override
        public void onRegistrationFailure(LwM2mServer server, RegisterRequest request, ResponseCode code, String text, Exception cause) {
            tell("not registered " + code + " " + text + " " + cause);
        }

        @Override
        public void onRegistrationTimeout(LwM2mServer server, RegisterRequest request) {
            tell("not registered in time");
        }

        @Override
        public void onUpdateSuccess(LwM2mServer server, UpdateRequest request) {
            tell("updated");
        }

        @Override
        public void onUpdateFailure(LwM2mServer server, UpdateRequest request, ResponseCode code, String text, Exception cause) {
            tell("not updated " + code + " " + text + " " + cause);
        }

        @Override
        public void onDeregistrationSuccess(LwM2mServer server, DeregisterRequest request) {
            tell("deregistered");
        }

        @Override
        public void onUnexpectedError(Throwable error) {
            tell("error " + error);
        }
    }

    private static LeshanClient client(List<ObjectModel> models) {
        ObjectsInitializer initializer = new ObjectsInitializer(new StaticModel(models));
        initializer.setInstancesForObject(0, security());
        long lifetime = Long.parseLong(options.getOrDefault("lifetime", "300"));
        if (options.containsKey("bootstrap")) initializer.setClassForObject(1, Server.class);
        else initializer.setInstancesForObject(1, new Server(123, lifetime, java.util.EnumSet.of(BindingMode.U), false, BindingMode.U));
        Map<Integer, List<LwM2mInstanceEnabler>> objects = new TreeMap<>();
        for (Instance instance : instances.values()) {
            objects.computeIfAbsent(instance.object, (id) -> new ArrayList<>()).add(instance);
        }
        objects.forEach((id, all) -> initializer.setInstancesForObject(id, all.toArray(new LwM2mInstanceEnabler[0])));

        DefaultRegistrationEngineFactory engine = new DefaultRegistrationEngineFactory();
        engine.setQueueMode(options.containsKey("queue"));
        engine.setResumeOnConnect(false);
        LeshanClientBuilder builder = new LeshanClientBuilder(options.get("endpoint"));
        builder.setObjects(initializer.createAll());
        builder.setDataSenders(new ManualDataSender());
        builder.setRegistrationEngineFactory(engine);
        builder.setEndpointsProviders(
            new CaliforniumClientEndpointsProvider.Builder(new CoapClientProtocolProvider(), new CoapsClientProtocolProvider()).build());
        return builder.build();
    }

    private static void command(LeshanClient client, String[] words) throws Exception {
        switch (words[0]) {
            case "set": {
                String[] ids = words[1].split("/");
                instances.get(ids[1] + "/" + ids[2]).change(Integer.parseInt(ids[3]), words[2]);
                break;
            }
            case "send":
                for (LwM2mServer server : client.getRegisteredServers().values()) {
                    SendResponse answer = client.getSendService().sendData(
                        server, ContentFormat.fromName(words[1]), Arrays.asList(words[2].split(",")), 30_000);
                    tell("sent " + (answer == null ? "without answer" : answer.getCode() + " " + answer.getErrorMessage()));
                }
                break;
            case "collect": {
                ManualDataSender sender = client.getSendService().getDataSender(ManualDataSender.DEFAULT_NAME, ManualDataSender.class);
                sender.collectData(Arrays.stream(words[1].split(",")).map(org.eclipse.leshan.core.node.LwM2mPath::new).toList());
                tell("collected");
                break;
            }
            case "flush": {
                ManualDataSender sender = client.getSendService().getDataSender(ManualDataSender.DEFAULT_NAME, ManualDataSender.class);
                for (LwM2mServer server : client.getRegisteredServers().values()) {
                    sender.sendCollectedData(server, ContentFormat.fromName(words[1]), 30_000, false);
                }
                tell("flushed");
                break;
            }
            case "update":
                client.triggerRegistrationUpdate();
                break;
            case "stop":
                client.stop(true);
                tell("stopped");
                break;
            default:
                tell("unknown " + words[0]);
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String name = argument.substring(0, equals);
            String value = argument.substring(equals + 1);
            if (!name.startsWith("/")) {
                options.put(name, value);
                continue;
            }
            String[] ids = name.split("/");
            int object = Integer.parseInt(ids[1]);
            int id = Integer.parseInt(ids[2]);
            instances.computeIfAbsent(object + "/" + id, (path) -> new Instance(object, id)).given.put(Integer.valueOf(ids[3]), value);
        }
        List<ObjectModel> models = new ArrayList<>(ObjectLoader.loadDefault());
        if (options.containsKey("models")) models.addAll(ObjectLoader.loadObjectsFromDir(new File(options.get("models")), false));
        LeshanClient client = client(models);
        client.addObserver(new Teller());
        client.start();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = commands.readLine()) != null;) {
            try {
                command(client, line.split(" "));
            } catch (Exception error) {
                tell("failed " + error);
            }
        }
        client.destroy(options.containsKey("polite"));
        System.exit(0);
    }
}
