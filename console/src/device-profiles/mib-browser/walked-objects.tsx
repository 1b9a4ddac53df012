import { Box, Checkbox } from '@mui/material';
import type { SnmpObject } from '@signalbox/contract/snmp-walk';
import { useTranslation } from 'react-i18next';

/** Objects to tick, with their names, types and values. */
export function WalkedObjects(props: {
  objects: readonly SnmpObject[];
  chosen: ReadonlySet<string>;
  onToggle: (oid: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <Box
      component="ul"
      aria-label={t('mib.objects')}
      sx={{ listStyle: 'none', m: 0, p: 0, border: '1px solid var(--line)', borderRadius: '8px', overflow: 'hidden' }}
    >
      {props.objects.map(({ oid, name, type, value }) => (
        <Box
          component="li"
          key={oid}
          sx={{
            borderBottom: '1px solid var(--line-2)',
            contentVisibility: 'auto',
            containIntrinsicSize: 'auto 44px',
            '&:last-child': { borderBottom: 0 },
          }}
        >
          <Box
            component="label"
            sx={{
              display: 'grid',
              // On a phone the value is below the object that has it.
              gridTemplateColumns: { xs: 'auto minmax(0, 1fr) auto', sm: 'auto minmax(0, 3fr) 110px minmax(0, 2fr)' },
              alignItems: 'center',
              columnGap: 2,
              p: '2px 8px',
              minHeight: 40,
              fontSize: 13,
            }}
          >
            <Checkbox
              size="small"
              checked={props.chosen.has(oid)}
              onChange={() => props.onToggle(oid)}
              slotProps={{ input: { 'aria-label': `${name ?? ''} ${oid}`.trim() } }}
            />
            <Box sx={{ gridColumn: { xs: '2 / 4', sm: 'auto' }, minWidth: 0, overflowWrap: 'anywhere' }}>
              {name && <Box sx={{ fontWeight: 550 }}>{name}</Box>}
              <Box component="bdi" dir="ltr" className="num" sx={{ color: 'text.secondary', fontSize: 12 }}>
                {oid}
              </Box>
            </Box>
            <Box sx={{ gridColumn: { xs: 3, sm: 'auto' }, color: 'text.secondary', fontSize: 12 }}>{type}</Box>
            <Box
              component="bdi"
              title={value}
              sx={{
                gridRow: { xs: 2, sm: 'auto' },
                gridColumn: { xs: 2, sm: 'auto' },
                minWidth: 0,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
                justifySelf: { xs: 'start', sm: 'end' },
                maxWidth: '100%',
              }}
            >
              {value}
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
