import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { useIsMobile } from '#/shared/layout.ts';
import { CONTENT_ID } from '#/shared/ui/page.tsx';
import ShortcutsDialog, { PREVIEW_SHORTCUTS } from '../shortcuts/shortcuts-dialog.tsx';
import { CaptionLine } from './caption-line.tsx';
import { Arrows } from './controls/arrows.tsx';
import { PreviewBar } from './controls/preview-bar.tsx';
import { useGestures } from './gestures/use-gestures.ts';
import classes from './preview.module.css';
import { PreviewState } from './preview-state.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import { Stage } from './stage/stage.tsx';
import { useFollowGone } from './use-follow-gone.ts';
import type { PreviewAddress } from './use-preview-address.ts';
import { usePreviewKeys } from './use-preview-keys.ts';
import { useStartAction } from './use-start-action.ts';
import { useSteps } from './use-steps.ts';

type Props = {
  sequence: PreviewSequence;
  address: PreviewAddress;
  actions: readonly PhotoAction[];
  /** The album it is seen in, when that is one that is shared. */
  sharedAlbumId?: string | undefined;
};

/** A photo over the whole screen, with its neighbours, its actions and its caption. */
export function PreviewScreen({ sequence, address, actions, sharedAlbumId }: Props) {
  const { t } = useTranslation();
  const channel = useChannel();
  const isMobile = useIsMobile();
  const { photo, previous, next } = sequence;
  const { show, close } = address;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const stageRef = useRef<HTMLDivElement>(null);
  useFollowGone(sequence, address);
  const step = useSteps(sequence, show);
  const { handlers, zoom } = useGestures(stageRef, {
    photoId: photo?.imageId,
    hasNext: Boolean(next),
    hasPrevious: Boolean(previous),
    isMobile,
    onOutcome: (outcome) => (outcome === 'close' ? close() : step(outcome === 'next' ? 1 : -1)),
  });
  const start = useStartAction({ photo, address, sharedAlbumId });
  const remove = actions.find(({ key }) => key === 'delete' || key === 'removeFromAlbum');
  usePreviewKeys({
    step,
    close,
    zoom,
    showShortcuts: () => setHelpOpen(true),
    remove: remove && (() => start(remove)),
  });

  return (
    <main id={CONTENT_ID} className={classes.preview} ref={focusOnce} tabIndex={-1} data-preview>
      <title>{`${t('preview.title')} · ${channel.name}`}</title>
      <h1 className={classes.unseen}>{t('preview.title')}</h1>
      <PreviewBar
        sequence={sequence}
        actions={actions}
        sharedAlbumId={sharedAlbumId}
        zoom={zoom}
        onStart={start}
        onClose={close}
        onHelp={isMobile ? undefined : () => setHelpOpen(true)}
      />
      <div className={classes.middle}>
        <PreviewState sequence={sequence}>
          <Stage stageRef={stageRef} sequence={sequence} handlers={handlers} />
        </PreviewState>
        {!isMobile && <Arrows sequence={sequence} onStep={step} />}
      </div>
      <CaptionLine sequence={sequence} />
      <ShortcutsDialog shortcuts={PREVIEW_SHORTCUTS} isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </main>
  );
}

/** The keyboard starts in the preview, wherever the customer came from. */
function focusOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
