import { Box } from '@mui/material';
import type { HelpArea } from '@signalbox/contract/help-text';
import { Link } from 'react-router';
import { helpAddress } from '../../help/help-id.ts';

/** One style for all links: each with its own would take most of the time of drawing the page. */
const LINKS = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& a': {
    display: 'block',
    p: '4px 8px',
    mx: -2,
    borderRadius: '6px',
    textDecoration: 'none',
    color: 'text.primary',
    '&:hover': { background: 'var(--line-2)' },
    '&[aria-current]': { background: 'var(--accent-soft)', fontWeight: 550 },
  },
};

function TopicLinks({ area, current }: { area: HelpArea; current: string | undefined }) {
  return (
    <Box component="ul" sx={LINKS}>
      {area.pages.map(({ id, title }) => (
        <li key={id}>
          <Link to={helpAddress({ id })} aria-current={id === current ? 'page' : undefined}>
            {title}
          </Link>
        </li>
      ))}
    </Box>
  );
}

/** The table of contents: side by side where it is all there is to see, else one area open at a time. */
export function Topics(props: { areas: readonly HelpArea[]; current: string | undefined; isFolded: boolean }) {
  const { areas, current, isFolded } = props;
  if (isFolded) {
    return areas.map((area) => (
      <Box
        component="details"
        key={area.title}
        open={area.pages.some(({ id }) => id === current)}
        sx={{ mb: 1.5, '& summary': { cursor: 'pointer', fontWeight: 580, p: '4px 0' } }}
      >
        <summary>{area.title}</summary>
        <TopicLinks area={area} current={current} />
      </Box>
    ));
  }
  return (
    <Box sx={{ columns: { xs: 1, sm: 2, lg: 3 }, columnGap: 8 }}>
      {areas.map((area) => (
        <Box component="section" key={area.title} sx={{ breakInside: 'avoid-column', mb: 6 }}>
          <Box component="h2" sx={{ typography: 'h3', fontSize: 15, fontWeight: 620, m: '0 0 6px' }}>
            {area.title}
          </Box>
          <TopicLinks area={area} current={current} />
        </Box>
      ))}
    </Box>
  );
}
