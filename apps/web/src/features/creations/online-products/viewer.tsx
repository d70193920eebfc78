import type { WholeProduct } from '@keepsake/contracts/creations/online-products';
import type { Opening } from '@keepsake/contracts/creations/openings';
import { pictureAt } from '@keepsake/contracts/platform/limits';
import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  BarButton,
  FullScreenIcon,
  LeaveFullScreenIcon,
  MAX_SCALE,
  PreviousIcon,
  Stage,
  useFetchAhead,
  useGestures,
  useStageKeys,
  type ZoomControl,
  ZoomInIcon,
  ZoomOutIcon,
} from '#/features/library/stage/index.ts';
import { useHasMouse } from '#/shared/layout.ts';
import { ForwardIcon } from '#/shared/ui/icons.tsx';
import { OpeningPicture, sizeOf } from './opening-picture.tsx';
import { useNameOpening } from './page-names.ts';
import { PageStrip } from './page-strip.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useOpening } from './use-opening.ts';
import classes from './viewer.module.css';

type FullScreen = ReturnType<typeof useFullScreen>;

type Props = {
  product: WholeProduct;
  /** The page named by the address. */
  page: string | undefined;
  /** Reloads the product, whose picture addresses expire after a day. */
  onRetry: () => void;
};

/** Viewer of a product, page by page [RTE-38]: keys, swipes, pinches and buttons turn, zoom and toggle full screen. */
export function Viewer({ product, page, onRetry }: Props) {
  const { t } = useTranslation();
  const hasMouse = useHasMouse();
  const root = useRef<HTMLElement>(null);
  const fullScreen = useFullScreen(root);
  const { stageRef, handlers, zoom, toggleZoom, ...turning } = useTurning(product, page, fullScreen);
  const { openings, opening, at, turnTo } = turning;
  const turns = { at, last: openings.length - 1, onTurn: turnTo };
  const widest = Math.max(...openings.map(({ ratio }) => ratio));
  return (
    <section
      ref={root}
      className={classes.viewer}
      aria-label={t('onlineProducts.viewer')}
      data-full={fullScreen.isOn || undefined}
      style={{ '--widest': widest } as CSSProperties}
    >
      <div className={classes.middle}>
        <Stage
          stageRef={stageRef}
          handlers={handlers}
          slides={useSlides({ openings, at, zoom, onRetry })}
          isInPage={!fullScreen.isOn}
        />
        {hasMouse && <Turns {...turns} isBeside />}
      </div>
      <div className={classes.bar}>
        {!hasMouse && <Turns {...turns} />}
        <Place opening={opening} pagesCount={product.pagesCount} />
        <ZoomButton isZoomed={zoom.isZoomed} onToggle={toggleZoom} />
        <FullScreenButton {...fullScreen} />
      </div>
      {openings.length > 1 && (
        <PageStrip openings={openings} at={at} total={product.pagesCount} onShow={turnTo} />
      )}
    </section>
  );
}

/** The current opening, which swipes and keys turn and zoom. */
function useTurning(product: WholeProduct, page: string | undefined, fullScreen: FullScreen) {
  const stageRef = useRef<HTMLDivElement>(null);
  const { openings, at, show } = useOpening(product, page);
  const opening = openings[at] as Opening;
  const last = openings.length - 1;
  const turnTo = (wanted: number) => {
    const next = Math.min(last, Math.max(0, wanted));
    if (next !== at) show(next);
  };
  const { handlers, zoom } = useGestures(stageRef, {
    shownKey: opening.name,
    hasNext: at < last,
    hasPrevious: at > 0,
    canClose: fullScreen.isOn,
    onOutcome(outcome) {
      if (outcome === 'close') fullScreen.toggle();
      else turnTo(at + (outcome === 'next' ? 1 : -1));
    },
  });
  const toggleZoom = () => (zoom.isZoomed ? zoom.reset() : zoom.scaleBy(MAX_SCALE));
  const leave = fullScreen.isOn ? fullScreen.toggle : undefined;
  useStageKeys(zoom, ({ key }) => {
    const actions = new Map([
      ['ArrowRight', () => turnTo(at + 1)],
      ['ArrowLeft', () => turnTo(at - 1)],
      ['Home', () => turnTo(0)],
      ['End', () => turnTo(last)],
      ['f', fullScreen.toggle],
      ['z', toggleZoom],
    ]);
    return key === 'Escape' ? leave : actions.get(key.length === 1 ? key.toLowerCase() : key);
  });
  return { stageRef, handlers, zoom, toggleZoom, openings, opening, at, turnTo };
}

function Place({ opening, pagesCount }: { opening: Opening; pagesCount: number }) {
  const nameOpening = useNameOpening(pagesCount);
  return (
    <>
      <p className={classes.place} role="status">
        {nameOpening(opening)}
      </p>
      <span className={classes.spring} />
    </>
  );
}

function ZoomButton({ isZoomed, onToggle }: { isZoomed: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  return (
    <BarButton label={t(isZoomed ? 'onlineProducts.zoomOut' : 'onlineProducts.zoomIn')} onPress={onToggle}>
      {isZoomed ? <ZoomOutIcon /> : <ZoomInIcon />}
    </BarButton>
  );
}

function FullScreenButton({ isOn, toggle }: FullScreen) {
  const { t } = useTranslation();
  return (
    <BarButton
      label={t(isOn ? 'onlineProducts.leaveFullScreen' : 'onlineProducts.fullScreen')}
      onPress={toggle}
    >
      {isOn ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
    </BarButton>
  );
}

type TurnsProps = { at: number; last: number; isBeside?: boolean; onTurn: (at: number) => void };

/** Buttons for the previous and next page: beside the pages if there is a mouse, otherwise below; absent at the ends. */
function Turns({ at, last, isBeside, onTurn }: TurnsProps) {
  const { t } = useTranslation();
  const side = (name: 'previous' | 'next') => (isBeside ? { side: name } : {});
  const button = (way: 'previous' | 'next', to: number, icon: ReactNode) => (
    <BarButton
      label={t(`onlineProducts.${way}`)}
      {...side(way)}
      disabledReason={to < 0 || to > last ? t(`onlineProducts.${way}`) : null}
      onPress={() => onTurn(to)}
    >
      {icon}
    </BarButton>
  );
  return (
    <>
      {!(isBeside && at === 0) && button('previous', at - 1, <PreviousIcon size={24} />)}
      {!(isBeside && at === last) && button('next', at + 1, <ForwardIcon size={24} />)}
    </>
  );
}

type Slides = {
  openings: readonly Opening[];
  at: number;
  zoom: Pick<ZoomControl, 'isZoomed'>;
  onRetry: () => void;
};

/** The current opening between its neighbours, with pictures beyond them prefetched, so that turning waits for nothing. */
function useSlides({ openings, at, zoom, onRetry }: Slides) {
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  // Measured from the window, not the stage, so that full screen needs no other pictures.
  const across = window.innerWidth * window.devicePixelRatio;
  const isSettled =
    openings[at]?.leaves.every(({ key, page }) => settled.has(key) || !page.hasPicture) ?? false;
  const beyond = [at - 2, at + 2].flatMap((place) => openings[place] ?? []);
  useFetchAhead(
    beyond.flatMap(({ leaves, ratio }) =>
      leaves.flatMap((leaf) => {
        const size = sizeOf(leaf, (across * leaf.ratio) / ratio);
        return leaf.page.pictureUrl ? pictureAt(leaf.page.pictureUrl, size) : [];
      }),
    ),
    isSettled,
  );
  const settle = (key: string) => setSettled((before) => new Set(before).add(key));
  const near = ([-1, 0, 1] as const).flatMap((side) => {
    const opening = openings[at + side];
    return opening ? [{ side, opening }] : [];
  });
  return near.map(({ side, opening }) => ({
    key: opening.name,
    side,
    content: (
      <OpeningPicture
        opening={opening}
        across={across}
        isShown={side === 0}
        isZoomed={zoom.isZoomed}
        mayLoad={side === 0 || isSettled}
        onSettled={settle}
        onRetry={onRetry}
      />
    ),
  }));
}
