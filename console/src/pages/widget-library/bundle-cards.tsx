import { Box } from '@mui/material';
import type { WidgetsBundle } from '@signalbox/contract/widget';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listWidgetTypes } from '../../api/widget-types.ts';
import { CardPicture, CardText } from '../../controls/card-parts.tsx';
import { CardList, type CardListProps } from '../../entity-page/card-list.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { isPictureAddress } from '../../widgets/drawing/picture-address.ts';
import { isOfSystem } from './owner.ts';

/** The types of a bundle, as the library of the dashboard editor reads them. */
function useTypes(bundle: WidgetsBundle, isWanted: boolean) {
  return useQuery({
    queryKey: ['widget types', bundle.id.id],
    queryFn: () => listWidgetTypes(bundle.alias, isOfSystem(bundle)),
    enabled: isWanted,
    staleTime: 60_000,
  }).data;
}

const pictures = (images: readonly (string | null)[]) =>
  images.filter((image): image is string => image !== null && isPictureAddress(image));

/** The picture of a bundle, or those of its types, which are read once somebody sees the card. */
function BundlePicture({ bundle }: { bundle: WidgetsBundle }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    // A card may be in sight without its picture.
    const card = place.current?.closest('li');
    if (!card) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(card);
    return () => observer.disconnect();
  }, []);
  const types = useTypes(bundle, isSeen);
  const own = pictures([bundle.image]);
  return (
    <Box ref={place}>
      <CardPicture
        pictures={own.length > 0 ? own : pictures((types ?? []).map(({ image }) => image))}
        icon="widgets"
        sx={{ height: 112 }}
      />
    </Box>
  );
}

/** How many types a bundle has, once they are read. */
function TypeCount({ bundle }: { bundle: WidgetsBundle }) {
  const { t } = useTranslation();
  const count = useTypes(bundle, false)?.length;
  return count === undefined ? null : t('widgetLibrary.types', { count, formatted: formatNumber(count) });
}

/** Whose a bundle is, and what it says of itself. */
function BundleText({ bundle }: { bundle: WidgetsBundle }) {
  const { t } = useTranslation();
  return (
    <>
      <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
        {t(isOfSystem(bundle) ? 'widgetLibrary.ofSystem' : 'widgetLibrary.ofTenant')}
      </Box>
      {bundle.description && <CardText>{bundle.description}</CardText>}
    </>
  );
}

/** Bundles as cards. */
export function BundleCards(props: CardListProps<WidgetsBundle>) {
  return (
    <CardList
      {...props}
      pictureOf={(bundle) => <BundlePicture bundle={bundle} />}
      textOf={(bundle) => <BundleText bundle={bundle} />}
      noteOf={(bundle) => <TypeCount bundle={bundle} />}
    />
  );
}
