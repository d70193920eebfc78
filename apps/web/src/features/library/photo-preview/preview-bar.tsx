import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { selectionStoreOf, togglePhoto } from '#/features/library/photo-grid/index.ts';
import {
  type ChosenPhotos,
  type PhotoAction,
  shortcutsDialog,
  usePreparedActions,
} from '#/features/library/photo-view/index.ts';
import {
  BarButton,
  MAX_SCALE,
  type ZoomControl,
  ZoomInIcon,
  ZoomOutIcon,
} from '#/features/library/stage/index.ts';
import { useHasMouse, useIsMobile } from '#/shared/layout.ts';
import { Disclosure } from '#/shared/ui/disclosure.tsx';
import classes from './preview.module.css';
import { BackIcon, CheckIcon, InfoIcon, KeyboardIcon, PlayIcon, SelectedIcon } from './preview-icons.tsx';
import type { PreviewSequence, SelectionScope } from './sequence/preview-sequence.ts';
import type { DetailsPanel } from './use-details.ts';
import { chosenOf } from './use-start-action.ts';

type Props = {
  sequence: PreviewSequence;
  actions: readonly PhotoAction[];
  sharedAlbumId: string | undefined;
  tools: {
    zoom: ZoomControl;
    details: Pick<DetailsPanel, 'isOpen' | 'toggle'> | undefined;
    startSlideshow: (() => void) | undefined;
  };
  onStart: (action: PhotoAction) => void;
  onClose: () => void;
};

export const showShortcuts = () => shortcutsDialog.open({ of: 'preview' });

/** Back [PRV-07], the position in the list, and the photo's actions [PRV-03..PRV-05]. */
export function PreviewBar({ sequence, actions, sharedAlbumId, tools, onStart, onClose }: Props) {
  const { t } = useTranslation();
  const { photo, position, selectedIn } = sequence;
  const { zoom, details, startSlideshow } = tools;
  const hasMenu = useHasMenu();
  const [marks, others] = [actions.filter(isMark), actions.filter((action) => !isMark(action))];
  const chosen = photo && chosenOf(photo, sharedAlbumId);
  usePreparedActions(actions);
  return (
    <header className={classes.bar}>
      <BarButton label={t('preview.back')} onPress={onClose}>
        <BackIcon size={24} />
      </BarButton>
      {position && (
        <span className={classes.position} aria-hidden="true">
          {t('preview.place', position)}
        </span>
      )}
      {selectedIn && <SelectedCount view={selectedIn.view} />}
      <span className={classes.spring} />
      {hasMenu && <ActionButtons actions={marks} chosen={chosen} onStart={onStart} />}
      <WithNames hasMenu={hasMenu}>
        {photo && (
          <>
            {selectedIn && <SelectButton scope={selectedIn} photoId={photo.imageId} />}
            <ZoomButton zoom={zoom} />
          </>
        )}
        <ActionButtons actions={hasMenu ? others : actions} chosen={chosen} onStart={onStart} />
        {startSlideshow && <SlideshowButton onPress={startSlideshow} />}
        {details && <DetailsButton {...details} />}
      </WithNames>
      <ShortcutsButton />
    </header>
  );
}

/** An action that also says how the photo is marked: it stays in sight, and its sign needs no name. */
const isMark = ({ isPressed }: PhotoAction) => isPressed !== undefined;

type ActionsProps = Pick<Props, 'actions' | 'onStart'> & { chosen: ChosenPhotos | undefined };

/** Nothing until the photo is loaded. */
function ActionButtons({ actions, chosen, onStart }: ActionsProps) {
  if (!chosen) return null;
  return actions.map((action) => (
    <BarButton
      key={action.key}
      label={action.label}
      isPressed={action.isPressed?.(chosen)}
      isMarked={action.isPressed?.(chosen)}
      isRepeated={action.isRepeated}
      disabledReason={action.disabledReason(chosen)}
      onPress={() => onStart(action)}
    >
      {action.icon}
    </BarButton>
  ));
}

function DetailsButton({ isOpen, toggle }: NonNullable<Props['tools']['details']>) {
  const { t } = useTranslation();
  return (
    <BarButton label={t('details.title')} isPressed={isOpen} onPress={toggle}>
      <InfoIcon />
    </BarButton>
  );
}

function SlideshowButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation();
  return (
    <BarButton label={t('preview.slideshow')} onPress={onPress}>
      <PlayIcon />
    </BarButton>
  );
}

/** Whether no mouse shows the names of buttons, or a phone has no room for them. */
function useHasMenu(): boolean {
  const hasMouse = useHasMouse();
  const isMobile = useIsMobile();
  return !hasMouse || isMobile;
}

/** The buttons, or a menu with their names. */
function WithNames({ hasMenu, children }: { hasMenu: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  if (!hasMenu) return children;
  const isRepeated = (target: EventTarget) =>
    target instanceof Element && target.closest('[data-repeats]') !== null;
  return (
    <Disclosure face={t('library.more')} classNames={{ button: classes.more, panel: classes.menu }}>
      {({ leave }) => (
        // Closes before a dialog opens, as the menus of pages do.
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: handles clicks of its buttons
        <div data-named onClick={({ target }) => !isRepeated(target) && leave()}>
          {children}
        </div>
      )}
    </Disclosure>
  );
}

/** Touch-only devices have no keyboard. */
function ShortcutsButton() {
  const { t } = useTranslation();
  const hasMouse = useHasMouse();
  useEffect(() => shortcutsDialog.loadWhenIdle(), []);
  if (!hasMouse) return null;
  return (
    <BarButton label={t('preview.shortcuts')} onPress={showShortcuts}>
      <KeyboardIcon />
    </BarButton>
  );
}

function ZoomButton({ zoom }: { zoom: ZoomControl }) {
  const { t } = useTranslation();
  return (
    <BarButton
      label={t(zoom.isZoomed ? 'preview.zoomOut' : 'preview.zoomIn')}
      onPress={() => (zoom.isZoomed ? zoom.reset() : zoom.scaleBy(MAX_SCALE))}
    >
      {zoom.isZoomed ? <ZoomOutIcon /> : <ZoomInIcon />}
    </BarButton>
  );
}

type SelectProps = { scope: SelectionScope; photoId: string };

/** Selects or deselects the photo in its view. It may be selected in another section, as long as the view has another sort. */
function SelectButton({ scope: { view, section }, photoId }: SelectProps) {
  const { t } = useTranslation();
  const store = selectionStoreOf(useQueryClient(), view);
  const selectedAt = useStore(store, ({ selection: { selected } }) =>
    [...selected.keys()].find((key) => selected.get(key)?.has(photoId)),
  );
  const toggle = () =>
    store.setState(({ selection }) => ({
      selection: togglePhoto(selection, selectedAt ?? section, photoId),
    }));
  const isSelected = selectedAt !== undefined;
  return (
    <BarButton label={t(isSelected ? 'preview.deselect' : 'preview.select')} onPress={toggle}>
      {isSelected ? <SelectedIcon /> : <CheckIcon />}
    </BarButton>
  );
}

/** How many photos of the view are selected, since the button may be in a menu. */
function SelectedCount({ view }: { view: string }) {
  const { t } = useTranslation();
  const store = selectionStoreOf(useQueryClient(), view);
  const count = useStore(store, ({ selection }) => selection.count);
  return (
    <span className={classes.position} aria-live="polite">
      {count > 0 && t('selection.count', { count })}
    </span>
  );
}
