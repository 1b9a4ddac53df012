import { parseArgs } from 'node:util';
import { CLUSTER_HOMES, describeCluster, outsideClusters, removeCluster } from '../server/src/storage/cluster-place.ts';

const { values } = parseArgs({
  options: { remove: { type: 'boolean', default: false }, homes: { type: 'string', default: CLUSTER_HOMES } },
});

const clusters = await outsideClusters(values.homes);
if (clusters.length === 0) console.log(`No databases in ${values.homes}.`);
for (const cluster of clusters) {
  console.log(describeCluster(cluster));
  if (!values.remove || cluster.state !== 'orphaned') continue;
  console.log((await removeCluster(cluster)) ? '  removed' : '  it is running; left alone');
}
if (!values.remove && clusters.some(({ state }) => state === 'orphaned')) {
  console.log('\n`npm run clean-up -- --remove` removes those whose data folder is gone.');
}
