import { useEffect, useState } from 'react';

/**
 * Writes times (epoch ms on the displayed clock) as a pattern of settings has them, such as `yyyy-MM-dd HH:mm:ss`;
 * nothing until that is loaded, and for a pattern that is not one.
 */
export function useTimePattern(pattern: string | null): (time: number) => string {
  const [format, setFormat] = useState<(time: number, pattern: string) => string>();
  const isWanted = pattern !== null;
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    void import('date-fns/format').then((loaded) => {
      if (isCurrent) setFormat(() => loaded.format);
    });
    return () => {
      isCurrent = false;
    };
  }, [isWanted]);
  return (time) => {
    if (!format || !pattern) return '';
    try {
      return format(time, pattern);
    } catch {
      return '';
    }
  };
}
