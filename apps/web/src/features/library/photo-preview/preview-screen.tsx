import type { Photo } from '@keepsake/contracts/library/photos';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { BarButton, PreviousIcon, useGestures, type ZoomControl } from '#/features/library/stage/index.ts';
import { problemOf } from '#/shared/api/api-problem.ts';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useHasMouse } from '#/shared/layout.ts';
import { ForwardIcon } from '#/shared/ui/icons.tsx';
import { useLayer } from '#/shared/ui/layers.ts';
import { CONTENT_ID } from '#/shared/ui/page.tsx';
import { Reference } from '#/shared/ui/reference.tsx';
import { CaptionLine } from './caption.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { Filmstrip } from './filmstrip.tsx';
import pictureClasses from './photo-picture.module.css';
import { PhotoStage, usePictures } from './photo-stage.tsx';
import classes from './preview.module.css';
import { PreviewBar, showShortcuts } from './preview-bar.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import { SlideshowControls } from './slideshow-controls.tsx';
import { type DetailsPanel as DetailsPanelState, type DetailsProps, useDetailsPanel } from './use-details.ts';
import type { PreviewAddress } from './use-preview-address.ts';
import { usePreviewKeys } from './use-preview-keys.ts';
import { useFilmstripReach } from './use-room.ts';
import { type Slideshow, useSlideshow } from './use-slideshow.ts';
import { useStartAction } from './use-start-action.ts';
import { useReplaceDeleted, useSteps } from './use-steps.ts';

type Props = {
  sequence: PreviewSequence;
  address: PreviewAddress;
  actions: readonly PhotoAction[];
  /** The shared album containing the photo, if any. */
  sharedAlbumId?: string | undefined;
  /** Said of each photo in place of the size of prints and of its details, which a deleted one has not. */
  noteOf?: (photo: Photo) => string;
};

/** Full-screen preview of a photo, with its neighbours, actions and caption. */
export function PreviewScreen(props: Props) {
  const { sequence, address, sharedAlbumId, noteOf } = props;
  const hasMouse = useHasMouse();
  const preview = usePreview(props);
  const { step, offered, isSlideshow, isBare } = preview;
  const { details } = preview.tools;
  const hasFilmstrip = useFilmstripReach() > 0;
  return (
    <main
      id={CONTENT_ID}
      className={classes.preview}
      ref={focusOnce}
      tabIndex={-1}
      data-preview
      data-bare={isBare || undefined}
      data-slideshow={isSlideshow || undefined}
      data-details={details?.isOpen ? (details.isBeside ? 'beside' : 'below') : undefined}
    >
      <Title />
      <Bar {...props} preview={preview} />
      <div className={classes.middle}>
        <PreviewState sequence={sequence}>
          <PhotoStage {...preview.stage} sequence={sequence} />
        </PreviewState>
        {hasMouse && !isSlideshow && <Arrows sequence={sequence} onStep={step} />}
      </div>
      <CaptionLine sequence={sequence} sharedAlbumId={sharedAlbumId} print={offered.print} noteOf={noteOf} />
      {hasFilmstrip && !isSlideshow && (
        <Filmstrip nearby={sequence.nearby} onShow={address.show} onStep={step} />
      )}
      {details?.isOpen && <DetailsPanel photo={sequence.photo} {...offered} onClose={details.toggle} />}
    </main>
  );
}

/** Whether an action is offered below the photo or in its details instead of in the bar. */
const isElsewhere = (action: PhotoAction, print: DetailsProps['print']) =>
  action === print?.action || action.key === 'changeDate';

/** The bar of the preview, or the controls of its slideshow. */
function Bar({ preview, ...props }: Props & { preview: ReturnType<typeof usePreview> }) {
  const { sequence, address, actions, sharedAlbumId } = props;
  const { slideshow, isSlideshow, step, offered, tools, start } = preview;
  if (isSlideshow) return <SlideshowControls slideshow={slideshow} onStep={step} />;
  return (
    <PreviewBar
      sequence={sequence}
      actions={actions.filter((action) => !isElsewhere(action, offered.print))}
      sharedAlbumId={sharedAlbumId}
      tools={tools}
      onStart={start}
      onClose={address.close}
    />
  );
}

/** What gestures and keys do in the preview. */
function usePreview(props: Props) {
  const { sequence, address, actions, sharedAlbumId, noteOf } = props;
  const { photo, previous, next } = sequence;
  const stageRef = useRef<HTMLDivElement>(null);
  useReplaceDeleted(sequence, address);
  const step = useSteps(sequence, address.show);
  const pictures = usePictures(photo);
  const [hasControls, setControls] = useState(true);
  const { handlers, zoom } = useGestures(stageRef, {
    shownKey: photo?.imageId,
    canClose: true,
    hasNext: Boolean(next),
    hasPrevious: Boolean(previous),
    onOutcome: (outcome) => (outcome === 'close' ? close() : step(outcome === 'next' ? 1 : -1)),
    onTap: () => setControls(!hasControls || isSlideshow),
  });
  const { isSettled } = pictures;
  const slideshow = useSlideshow({ sequence, isReady: isSettled, isHeld: zoom.isZoomed, step });
  const isSlideshow = slideshow.state !== 'off';
  const close = isSlideshow ? slideshow.end : address.close;
  const start = useStartAction({ photo, address, sharedAlbumId });
  const orderPrints = actions.find(({ key }) => key === 'orderPrints');
  const print = orderPrints && { action: orderPrints, onStart: () => start(orderPrints) };
  const dating = actions.find(({ key }) => key === 'changeDate');
  const offered = { print, sharedAlbumId, onChangeDate: dating && (() => start(dating)) };
  const panel = useDetailsPanel({ hasDetails: !noteOf });
  // A slideshow is the photo alone.
  const details = noteOf ? undefined : { ...panel, isOpen: panel.isOpen && !isSlideshow };
  const startSlideshow = noteOf || !(previous ?? next) ? undefined : slideshow.start;
  useLayer(zoom.isZoomed, { kind: 'mode', onLeave: zoom.reset });
  useKeys({ actions, start, step, close, zoom, details, slideshow, startSlideshow });
  const isBare = !hasControls && !isSlideshow && sequence.status === 'shown' && !details?.isOpen;
  const tools = { zoom, details, startSlideshow };
  const stage = { stageRef, handlers, pictures };
  return { stage, step, tools, slideshow, isSlideshow, start, offered, isBare };
}

/** Actions that the Delete key starts. */
const REMOVING: readonly PhotoAction['key'][] = ['delete', 'removeFromAlbum', 'deleteForGood'];

type Keys = Pick<Props, 'actions'> & {
  start: (action: PhotoAction) => void;
  step: (direction: 1 | -1) => void;
  close: () => void;
  zoom: ZoomControl;
  details: Pick<DetailsPanelState, 'isOpen' | 'toggle'> | undefined;
  slideshow: Slideshow;
  startSlideshow: (() => void) | undefined;
};

function useKeys({ actions, start, step, close, zoom, details, slideshow, startSlideshow }: Keys): void {
  const isSlideshow = slideshow.state !== 'off';
  const starting = (isWanted: (key: PhotoAction['key']) => boolean) => {
    const action = actions.find(({ key }) => isWanted(key));
    return action && (() => start(action));
  };
  usePreviewKeys({
    step,
    close: details?.isOpen ? details.toggle : close,
    zoom,
    showShortcuts,
    toggleDetails: isSlideshow ? undefined : details?.toggle,
    startSlideshow: isSlideshow ? undefined : startSlideshow,
    togglePause: isSlideshow ? slideshow.togglePause : undefined,
    markFavourite: starting((key) => key === 'favourite'),
    turn: starting((key) => key === 'turn'),
    remove: starting((key) => REMOVING.includes(key)),
  });
}

/** Of the document, and for screen readers. */
function Title() {
  const { t } = useTranslation();
  const channel = useChannel();
  return (
    <>
      <title>{`${t('preview.title')} · ${channel.name}`}</title>
      <h1 className={classes.unseen}>{t('preview.title')}</h1>
    </>
  );
}

/** Keyboard focus starts in the preview, wherever the customer came from. */
function focusOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** The stage, or the state shown instead of a photo. */
function PreviewState({ sequence, children }: { sequence: PreviewSequence; children: ReactNode }) {
  const { t } = useTranslation();
  const { customerCareUrl } = useChannel();
  const { status, error, retry } = sequence;
  if (status === 'shown') return children;
  if (status !== 'failed') {
    return (
      <div className={classes.state} role="status" aria-label={t('preview.loading')}>
        <div className={classes.waiting} />
      </div>
    );
  }
  return (
    <div className={classes.state} role="alert">
      <p>{t('preview.loadFailed')}</p>
      <button type="button" className={pictureClasses.noticeAction} onClick={retry}>
        {t('preview.tryAgain')}
      </button>
      <ChannelLink className={classes.link} href={customerCareUrl}>
        {t('errors.contactCustomerCare')}
      </ChannelLink>
      {problemOf(error) && (
        <p className={classes.position}>
          <Reference error={error} />
        </p>
      )}
    </div>
  );
}

type ArrowsProps = { sequence: PreviewSequence; onStep: (direction: 1 | -1) => void };

/** Arrows to the neighbours [PRV-08], absent at the ends of the list; touch devices swipe. */
function Arrows({ sequence: { photo, previous, next }, onStep }: ArrowsProps) {
  const { t } = useTranslation();
  if (!photo) return null;
  return (
    <>
      {previous !== null && (
        <BarButton label={t('preview.previous')} side="previous" onPress={() => onStep(-1)}>
          <PreviousIcon size={24} />
        </BarButton>
      )}
      {next !== null && (
        <BarButton label={t('preview.next')} side="next" onPress={() => onStep(1)}>
          <ForwardIcon size={24} />
        </BarButton>
      )}
    </>
  );
}
