import { Box, type BoxProps } from '@mui/material';
import { useEffect, useRef } from 'react';
import { focusProblem, hasProblem } from '../controls/focus-problem.ts';

/**
 * A part of an editor with fields. What is typed there and wrong is not in what is edited, or not as it can be used: the
 * editor hears of it, and does not save.
 */
export function CheckedPart(
  props: Omit<BoxProps, 'ref'> & {
    /** Absent: yes. */
    isChecked?: boolean;
    /** Told whether a field is wrong; the same function on every drawing. */
    onWrong: (isWrong: boolean) => void;
  },
) {
  const { isChecked = true, onWrong, ...box } = props;
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = part.current;
    if (!isChecked || !element) return;
    const look = () => onWrong(hasProblem(element));
    look();
    const observer = new MutationObserver(look);
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['role', 'id'] });
    return () => {
      observer.disconnect();
      onWrong(false);
    };
  }, [isChecked, onWrong]);
  return <Box ref={part} data-checked-on-save={isChecked ? '' : undefined} {...box} />;
}

/** Gives the focus to the first wrong field of such parts. @returns whether there is one */
export function focusWrongField(): boolean {
  return [...document.querySelectorAll('[data-checked-on-save]')].some(focusProblem);
}
