import '../texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { type SnmpObject, WALK_OID } from '@signalbox/contract/snmp-walk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walkDevice } from '../../api/snmp-walk.ts';
import type { Choice } from '../../controls/choice.ts';
import { EntityPicker } from '../../controls/entity-picker.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { EmptyState, SkeletonLines } from '../../controls/states.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import { snmpDevices } from './snmp-device-choices.ts';
import { WalkedObjects } from './walked-objects.tsx';

const DEFAULT_BASE = '1.3.6.1.2.1.1';

interface Asked {
  deviceId: string;
  base: string;
  /** Another time with the same settings is another walk. */
  number: number;
}

function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}

/** Reads which objects a device has, to choose those that are mapped. */
export function MibDialog({ close }: { close: (chosen?: readonly SnmpObject[]) => void }) {
  const { t } = useTranslation();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [device, setDevice] = useState<Choice | null>(null);
  const [base, setBase] = useState(DEFAULT_BASE);
  const [problems, setProblems] = useState<{ device?: string; base?: string }>({});
  const [asked, setAsked] = useState<Asked>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const walk = useInfiniteQuery({
    queryKey: ['snmpWalk', asked],
    queryFn: ({ pageParam }) => walkDevice(asked?.deviceId ?? '', asked?.base ?? '', pageParam ?? undefined),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: asked !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const objects = walk.data?.pages.flatMap((page) => page.objects) ?? [];
  const browse = (event: FormEvent) => {
    event.preventDefault();
    // The form behind this dialog is not meant.
    event.stopPropagation();
    const found = {
      ...(device ? {} : { device: t('common.required') }),
      ...(WALK_OID.test(base.trim()) ? {} : { base: t('mib.badBase') }),
    };
    setProblems(found);
    if (!device || found.base) return;
    setChosen(new Set());
    setAsked({ deviceId: device.id, base: base.trim(), number: (asked?.number ?? 0) + 1 });
  };
  return (
    <Dialog open onClose={() => close()} maxWidth="md" fullWidth fullScreen={phone} aria-labelledby="mib-title">
      <DialogTitle id="mib-title">{t('mib.title')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 3, minHeight: 360 }}>
        <Box component="form" noValidate onSubmit={browse}>
          <Box sx={{ color: 'text.secondary', mb: 3 }}>{t('mib.text')}</Box>
          <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
            <Box sx={{ flex: '2 1 200px' }}>
              <EntityPicker
                label={t('mib.device')}
                kind="device of SNMP"
                required
                autoFocus
                value={device}
                error={problems.device}
                load={snmpDevices}
                onChange={(next) => {
                  setDevice(next);
                  setProblems({});
                }}
              />
            </Box>
            <TextInput
              label={t('mib.base')}
              value={base}
              error={problems.base}
              sx={{ flex: '2 1 180px' }}
              inputProps={{ dir: 'ltr', spellCheck: false }}
              onChange={({ target }) => setBase(target.value)}
            />
            <Button
              type="submit"
              variant="outlined"
              disabled={walk.isFetching}
              sx={{ mt: { sm: '26px' }, flex: { xs: '1 1 100%', sm: 'none' } }}
            >
              {t('mib.browse')}
            </Button>
          </Box>
        </Box>
        {asked && (
          <Loaded
            key={asked.number}
            from={{ data: walk.data, error: walk.isFetchNextPageError ? null : walk.error, refetch: walk.refetch }}
            title={t('mib.failed')}
            skeleton={<SkeletonLines count={6} />}
          >
            {({ pages }) =>
              objects.length === 0 ? (
                <EmptyState icon="search" title={t('mib.none')} text={t('mib.noneText')} />
              ) : (
                <>
                  <Box role="status" sx={{ fontSize: 12, color: 'text.secondary' }}>
                    {t('mib.found', { count: objects.length, asked: pages[0]?.asked ?? '' })}
                  </Box>
                  <WalkedObjects
                    objects={objects}
                    chosen={chosen}
                    onToggle={(oid) => setChosen((now) => toggled(now, oid))}
                  />
                  {walk.isFetchNextPageError && (
                    <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13 }}>
                      {walk.error?.message}
                    </Box>
                  )}
                  {walk.hasNextPage && (
                    <Box>
                      <Button disabled={walk.isFetchingNextPage} onClick={() => void walk.fetchNextPage()}>
                        {t('mib.more')}
                      </Button>
                    </Box>
                  )}
                </>
              )
            }
          </Loaded>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => close()}>{t('action.cancel')}</Button>
        <Button
          variant="contained"
          disabled={chosen.size === 0}
          onClick={() => close(objects.filter(({ oid }) => chosen.has(oid)))}
        >
          {t('mib.add', { count: chosen.size })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
