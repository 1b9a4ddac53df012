import './texts/texts.ts';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
} from '@mui/material';
import type { SavedMeanwhile } from '@signalbox/contract/based-on';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.ts';
import { Instant } from '../controls/ago.tsx';
import type { Contested } from './contested.ts';

/** One part, with both values as they are read. */
export interface ShownContested extends Omit<Contested<never>, 'mine' | 'theirs'> {
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
}

function useWhoSaved({ savedBy }: SavedMeanwhile): string {
  const { t } = useTranslation();
  const { user } = useSession();
  if (savedBy === undefined) return t('contested.somebody');
  return savedBy === user?.email ? t('contested.self') : t('contested.person', { name: savedBy });
}

function Choice({ label, value, id }: { label: string; value: ReactNode; id: 'mine' | 'theirs' }) {
  return (
    <FormControlLabel
      value={id}
      control={<Radio size="small" sx={{ mt: '-5px' }} />}
      sx={{ alignItems: 'flex-start', m: 0, minWidth: 0, '& .MuiFormControlLabel-label': { minWidth: 0, flex: 1 } }}
      label={
        <>
          <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
            {label}
          </Box>
          <Box
            component="span"
            sx={{
              display: 'block',
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
              maxHeight: 180,
              overflow: 'auto',
            }}
          >
            {value}
          </Box>
        </>
      }
    />
  );
}

/** Somebody else saved meanwhile: what differs, each mine or theirs. Closes with the names of those that stay mine. */
export function ContestedDialog(props: {
  meanwhile: SavedMeanwhile;
  contested: readonly ShownContested[];
  onClose: (mine?: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation();
  const { meanwhile, contested, onClose } = props;
  const titleId = useId();
  const who = useWhoSaved(meanwhile);
  const [mine, setMine] = useState<ReadonlySet<string>>(
    () => new Set(contested.filter(({ isMine }) => isMine).map(({ name }) => name)),
  );
  const choose = (name: string, isMine: boolean) =>
    setMine((now) => new Set(isMine ? [...now, name] : [...now].filter((one) => one !== name)));
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={() => onClose()} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('contested.title')}</DialogTitle>
      <DialogContent>
        <Box component="p" sx={{ m: '0 0 16px' }}>
          <bdi>{who}</bdi>
          {meanwhile.savedTime !== undefined && (
            <>
              {' · '}
              <Instant ts={meanwhile.savedTime} />
            </>
          )}
          <br />
          {t('contested.text')}
        </Box>
        <Box sx={{ display: 'grid', gap: 4 }}>
          {contested.map(({ name, label, ...one }) => (
            <Box key={name} component="section" aria-label={label} sx={{ borderTop: '1px solid var(--line)', pt: 3 }}>
              <Box component="h3" sx={{ fontSize: 14, fontWeight: 580, m: '0 0 8px', overflowWrap: 'anywhere' }}>
                <bdi>{label}</bdi>
              </Box>
              <RadioGroup
                aria-label={label}
                value={mine.has(name) ? 'mine' : 'theirs'}
                onChange={(event) => choose(name, event.target.value === 'mine')}
                sx={{
                  display: 'grid',
                  gap: 3,
                  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
                }}
              >
                <Choice id="mine" label={t(one.isMine ? 'contested.mine' : 'contested.before')} value={one.mine} />
                <Choice id="theirs" label={t('contested.theirs')} value={one.theirs} />
              </RadioGroup>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onClose()}>{t('contested.goOn')}</Button>
        <Button variant="contained" color="primary" onClick={() => onClose(mine)}>
          {t('action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
