import type { Photo } from '@keepsake/contracts/library/photos';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { selectedIds, type ViewSelection } from '#/features/library/photo-grid/index.ts';
import type { GridSection } from '#/features/library/photo-store/index.ts';
import { isLetter } from '#/features/library/stage/index.ts';
import { listenTo } from '#/shared/signal.ts';
import { takeBottomSpace } from '#/shared/ui/bottom-space.ts';
import { focusHeading } from '#/shared/ui/dialog.tsx';
import { Disclosure } from '#/shared/ui/disclosure.tsx';
import { drawing } from '#/shared/ui/icons.tsx';
import { isKeyElsewhere } from '#/shared/ui/keys-elsewhere.ts';
import { useLayer } from '#/shared/ui/layers.ts';
import { type ChosenPhotos, type PhotoAction, usePreparedActions } from './photo-action.ts';
import classes from './selection-bar.module.css';
import type { ViewPhotos } from './use-photo-grid.ts';

/** The uploads tray and notes are placed above the bar. */
const takeSpace = takeBottomSpace('--bottom-bar');

/** What a view has selected, and what is to be done with it. */
export type Selected = {
  selection: ViewSelection;
  /** The action to confirm before it starts, if any. */
  confirmation: { requested: PhotoAction['key'] | null; ask: (key: PhotoAction['key'] | null) => void };
  photos: Pick<ViewPhotos, 'ownerOf' | 'sharedAlbumId'>;
  sections: readonly GridSection[];
};

type Props = Selected & { actions: readonly PhotoAction[] };

/** While photos are being selected, actions for them at the bottom, within reach of the thumb [TL-16..20]. */
export function SelectionBar(props: Props) {
  return props.selection.selection.isSelecting && <Actions {...props} />;
}

function Actions({ selection, actions, confirmation, photos, sections }: Props) {
  const { t } = useTranslation();
  usePreparedActions(actions);
  useEffects();
  const chosen = { photoIds: selectedIds(selection.selection), ...contextOf(photos, sections) };
  // Success ends the selection [SEL-06..08]; after a failure it stays [SEL-09].
  const done = () => selection.controller.endOf(chosen.photoIds);
  const toConfirm = actions.find(({ key }) => key === confirmation.requested);
  if (toConfirm?.confirm) {
    return (
      <ConfirmBar
        action={toConfirm}
        confirm={toConfirm.confirm}
        chosen={chosen}
        isSearching={selection.awaited > 0}
        onStart={() => toConfirm.start(chosen, done)}
        onBack={() => confirmation.ask(null)}
      />
    );
  }
  if (toConfirm?.drawBar) return toConfirm.drawBar(chosen, () => confirmation.ask(null));
  const allDisabled = whyAllAreDisabled(selection.awaited, chosen.photoIds.length, t);
  const draw = (action: PhotoAction) => (
    <ActionButton
      key={action.key}
      action={action}
      isPressed={action.isPressed?.(chosen)}
      disabledReason={allDisabled ?? action.disabledReason(chosen)}
      onPress={() => (hasBar(action) ? confirmation.ask(action.key) : action.start(chosen, done))}
    />
  );
  return <Buttons actions={actions} draw={draw} />;
}

type ButtonsProps = Pick<Props, 'actions'> & { draw: (action: PhotoAction) => ReactNode };

/** The usual actions side by side, the rare ones in a menu. */
function Buttons({ actions, draw }: ButtonsProps) {
  const { t } = useTranslation();
  const rare = actions.filter(({ isRare }) => isRare);
  const usual = actions.filter(({ isRare }) => !isRare);
  return (
    <Bar label={t('selection.actions')} actionsCount={usual.length + Math.min(rare.length, 1)}>
      {usual.map(draw)}
      {rare.length > 0 && <More>{rare.map(draw)}</More>}
    </Bar>
  );
}

/** Whether a bar takes the place of the one with all actions before it starts. */
const hasBar = ({ confirm, drawBar }: PhotoAction) => confirm !== undefined || drawBar !== undefined;

/** While photos are looked up, and while none is selected, nothing can be done with them. */
function whyAllAreDisabled(awaited: number, count: number, t: TFunction): string | null {
  if (awaited > 0) return t('selection.awaited', { count: awaited });
  return count === 0 ? t('selection.selectFirst') : null;
}

const MoreIcon = drawing(
  'M5.5 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM12 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM18.5 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2z',
);

/** Actions in a menu above the bar, which would have no room for them on a phone. */
function More({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const face = (
    <>
      <MoreIcon />
      <span className={classes.label}>{t('library.more')}</span>
    </>
  );
  const classNames = { root: classes.slot, button: classes.action, panel: classes.menu };
  return (
    <Disclosure face={face} classNames={classNames}>
      {({ leave }) => (
        // Closes before a dialog opens, as the menus of pages do.
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: handles clicks of its buttons
        <div onClick={leave}>{children}</div>
      )}
    </Disclosure>
  );
}

/** What actions may need to know about the photos besides their ids. */
function contextOf({ ownerOf, sharedAlbumId }: Props['photos'], sections: readonly GridSection[]) {
  let byId: ReadonlyMap<string, Photo> | undefined;
  // All at once: an action may ask for each of ten thousand.
  const photoOf = (photoId: string) => {
    byId ??= new Map(
      sections.flatMap(({ photos }) => photos.flatMap((photo) => (photo ? [[photo.imageId, photo]] : []))),
    );
    return byId.get(photoId);
  };
  return { ownerOf, sharedAlbumId, photoOf };
}

/** The key f presses the heart of the bar, wherever the focus is on the page. */
function useEffects(): void {
  useEffect(() => leaveFocus, []);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isKeyElsewhere(event.target) || !isLetter(event, 'f')) return;
      document.querySelector<HTMLElement>('[data-selection-bar] [data-action="favourite"]')?.click();
    }
    return listenTo(document, 'keydown', onKeyDown);
  }, []);
}

/** The pressed button ends with the selection. */
function leaveFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusHeading();
  });
}

/** On the narrowest phone so many labels stand side by side in two whole lines each; more actions get a second row. */
const MAX_IN_A_ROW = 5;

type BarProps = { label: string; isConfirmation?: boolean; actionsCount?: number; children: ReactNode };

/** The bar, which stands where phones have the one for thumbs. */
export function Bar({ label, isConfirmation, actionsCount = 0, children }: BarProps) {
  return (
    <div
      ref={takeSpace}
      className={classes.bar}
      role="toolbar"
      aria-label={label}
      data-selection-bar
      data-confirm={isConfirmation}
      data-two-rows={actionsCount > MAX_IN_A_ROW || undefined}
      style={{ '--columns': Math.ceil(actionsCount / 2) }}
    >
      {children}
    </div>
  );
}

type ConfirmBarProps = {
  action: PhotoAction;
  confirm: NonNullable<PhotoAction['confirm']>;
  chosen: ChosenPhotos;
  /** Ids of selected photos are still being fetched. */
  isSearching: boolean;
  onStart: () => void;
  onBack: () => void;
};

/** Asks for confirmation before an action starts with the photos selected at that time [PRT-02, PRT-03]. */
function ConfirmBar({ action, confirm, chosen, isSearching, onStart, onBack }: ConfirmBarProps) {
  const { t } = useTranslation();
  const amount = chosen.photoIds.length;
  const isWaiting = isSearching || confirm.isPending;
  const disabledReason = amount === 0 ? t('selection.selectFirst') : action.disabledReason(chosen);
  useEffect(() => () => returnFocus(action.key), [action.key]);
  // Nobody leaves what has begun.
  useLayer(confirm.isPending, { kind: 'mode', onLeave: onBack, isClosable: false });
  return (
    <Bar label={action.label} isConfirmation>
      {disabledReason && !isWaiting && <p className={classes.disabledReason}>{disabledReason}</p>}
      <Button variant="default" onClick={onBack} disabled={confirm.isPending}>
        {t('selection.back')}
      </Button>
      <Button
        ref={takeFocus}
        classNames={{ root: classes.confirm, label: classes.confirmLabel }}
        onClick={onStart}
        disabled={isWaiting || disabledReason !== null}
      >
        {isWaiting ? confirm.waiting : confirm.label(amount)}
      </Button>
    </Bar>
  );
}

/** The pressed button has disappeared together with the focus. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** To the action's button, which is there again; nothing has the focus after a confirmation is left. */
function returnFocus(key: PhotoAction['key']): void {
  document.querySelector<HTMLElement>(`[data-selection-bar] [data-action="${key}"]`)?.focus();
}

type ActionButtonProps = {
  action: PhotoAction;
  isPressed: boolean | undefined;
  /** Shown on hover and focus; null while the action is enabled. */
  disabledReason: string | null;
  onPress: () => void;
};

/** An action of the bar. While disabled it can still be focused and says why. */
function ActionButton({
  action: { key, label, icon, takeBackLabel },
  isPressed,
  disabledReason,
  onPress,
}: ActionButtonProps) {
  const reasonId = useId();
  const isDisabled = disabledReason !== null;
  return (
    <span className={classes.slot}>
      <button
        type="button"
        className={classes.action}
        data-action={key}
        // Another name says the same: never both.
        aria-pressed={takeBackLabel ? undefined : isPressed}
        data-pressed={isPressed || undefined}
        aria-disabled={isDisabled}
        aria-describedby={isDisabled ? reasonId : undefined}
        onClick={isDisabled ? undefined : onPress}
      >
        {icon}
        <span className={classes.label}>
          <Halves label={(isPressed && takeBackLabel) || label} />
        </span>
      </button>
      {isDisabled && (
        <span id={reasonId} role="tooltip" className={classes.reason}>
          {disabledReason}
        </span>
      )}
    </span>
  );
}

/** A label as two lines of about the same length. */
function Halves({ label }: { label: string }) {
  const words = label.split(' ');
  const waysToBreak = words.map(
    (_, at) => [words.slice(0, at).join(' '), words.slice(at).join(' ')] as const,
  );
  const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));
  const [first, second] = waysToBreak.reduce((best, way) => (longest(way) < longest(best) ? way : best));
  return (
    <>
      {first && <span className={classes.half}>{first}</span>}
      {first && ' '}
      <span className={classes.half}>{second}</span>
    </>
  );
}
