import { Box } from '@mui/material';
import { Outlet } from 'react-router';

/** The place of the page; the link that skips the menu leads here. */
export function PagePlace() {
  return (
    <Box
      component="main"
      id="page"
      tabIndex={-1}
      sx={{ flex: 1, minHeight: 0, display: 'flex', position: 'relative', outline: 'none' }}
    >
      <Outlet />
    </Box>
  );
}
