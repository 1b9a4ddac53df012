import './cards.css';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { type CSSProperties, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { titleOf } from './kind-words.ts';
import { CHAIN_NODE, type ChainNode } from './model/chain.ts';
import { GROUP_COLOURS, groupOf, kindOf } from './node-kinds.ts';
import { NODE_HEIGHT, NODE_WIDTH } from './node-size.ts';
import { TrafficCount } from './traffic/traffic-count.tsx';

/** What a node is drawn from. The same object as long as nothing of it changed, so that nothing is drawn twice. */
export interface CardData extends Record<string, unknown> {
  node: ChainNode;
  /** Of what a chain node leads to. */
  targetName: string | undefined;
  hasProblem: boolean;
  /** What the search found. */
  isFound: boolean;
}
export type CardNode = Node<CardData, 'rule'>;
export type InputNode = Node<Record<string, never>, 'entry'>;

function Card(props: {
  /** Key of the node. */
  of: string;
  colour: string;
  kind: string;
  name: string;
  selected: boolean;
  isFound?: boolean;
  marks?: ReactNode;
}) {
  const look = `sb-card${props.selected ? ' sb-selected' : ''}${props.isFound ? ' sb-found' : ''}`;
  return (
    <div className={look} style={{ '--card': props.colour, width: NODE_WIDTH, height: NODE_HEIGHT } as CSSProperties}>
      <div className="sb-card-words">
        <div className="sb-card-kind">{props.kind}</div>
        <div className="sb-card-name" dir="auto">
          {props.name}
        </div>
      </div>
      {props.marks}
      <TrafficCount of={props.of} />
    </div>
  );
}

export const RuleNodeCard = memo(function RuleNodeCard({ id, data, selected }: NodeProps<CardNode>) {
  const { t } = useTranslation();
  const { node } = data;
  const group = groupOf(node.type);
  const kind = kindOf(node.type);
  const isChain = node.type === CHAIN_NODE;
  const kindWords = isChain ? t('rules.chainNode') : kind ? titleOf(kind) : t('rules.unknownKind');
  return (
    <>
      {kind?.inEnabled !== false && <Handle type="target" position={Position.Left} />}
      <Card
        of={id}
        colour={GROUP_COLOURS[group]}
        kind={kindWords}
        name={isChain ? (data.targetName ?? t('rules.unresolved')) : node.name}
        selected={selected}
        isFound={data.isFound}
        marks={
          <>
            {node.debugMode && (
              <span className="sb-card-debug" title={t('rules.debugOn')}>
                <Icon name="bug" size={16} />
              </span>
            )}
            {data.hasProblem && (
              <span className="sb-card-problem" title={t('rules.hasProblem')}>
                <Icon name="warning" size={16} />
              </span>
            )}
          </>
        }
      />
      {!isChain && <Handle type="source" position={Position.Right} />}
    </>
  );
});

export const InputCard = memo(function InputCard({ id, selected }: NodeProps<InputNode>) {
  const { t } = useTranslation();
  return (
    <>
      <Card
        of={id}
        colour={GROUP_COLOURS.INPUT}
        kind={t('rules.input')}
        name={t('rules.messagesIn')}
        selected={selected}
      />
      <Handle type="source" position={Position.Right} />
    </>
  );
});
