import { useTranslation } from 'react-i18next';
import type { ChosenPhotos, PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import { type Selection, selectedIds } from '../selection.ts';
import { ActionButton } from './action-button.tsx';
import classes from './selection-bar.module.css';

type Props = {
  selection: Selection;
  actions: readonly PhotoAction[];
  /** What is known of the photos beside their ids. */
  context: Omit<ChosenPhotos, 'photoIds'>;
  /** Something succeeded [SEL-06..08]; after a failure the selection stays [SEL-09]. */
  onDone: () => void;
};

/** What can be done with the selected photos: at the bottom, where the thumb is [TL-16..20]. */
export default function SelectionBar({ selection, actions, context, onDone }: Props) {
  const { t } = useTranslation();
  const chosen = { photoIds: selectedIds(selection), ...context };
  const isEmpty = chosen.photoIds.length === 0;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('selection.actions')}>
      {actions.map((action) => (
        <ActionButton
          key={action.key}
          action={action}
          whyOff={isEmpty ? t('selection.selectFirst') : action.whyOff(chosen)}
          onPress={() => action.start(chosen, onDone)}
        />
      ))}
    </div>
  );
}
