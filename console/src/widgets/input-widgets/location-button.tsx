import { IconButton, Tooltip } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NamedIcon } from '../../controls/named-icon.tsx';

/** ms */
const TIMEOUT = 30_000;
/** By the code of a GeolocationPositionError. */
const REASONS = ['unavailable', 'denied', 'unavailable', 'timeout'] as const;

/** Asks the browser where it is. */
export function LocationButton(props: {
  isAccurate: boolean;
  onLocation: (latitude: number, longitude: number) => void;
  onProblem: (text: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const latest = useRef(props);
  latest.current = props;
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const ask = () => {
    if (isAsking) return;
    if (!('geolocation' in navigator)) return props.onProblem(t('input.location.unsupported'));
    setAsking(true);
    props.onProblem(undefined);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (isGone.current) return;
        setAsking(false);
        latest.current.onLocation(coords.latitude, coords.longitude);
      },
      ({ code }) => {
        if (isGone.current) return;
        setAsking(false);
        latest.current.onProblem(t(`input.location.${REASONS[code] ?? 'unavailable'}`));
      },
      { enableHighAccuracy: props.isAccurate, timeout: TIMEOUT },
    );
  };
  return (
    <Tooltip title={t('input.getLocation')}>
      <IconButton aria-label={t('input.getLocation')} aria-busy={isAsking} onClick={ask}>
        <NamedIcon name="my_location" size={18} />
      </IconButton>
    </Tooltip>
  );
}
