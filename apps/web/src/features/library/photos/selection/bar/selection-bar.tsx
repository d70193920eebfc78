import { useTranslation } from 'react-i18next';
import type { ChosenPhotos, PhotoAction } from '#/shared/extension-points.ts';
import { selectedIds } from '../selection.ts';
import type { ViewSelection } from '../use-selection.ts';
import { ActionButton } from './action-button.tsx';
import { ConfirmBar } from './confirm-bar.tsx';
import classes from './selection-bar.module.css';

type Props = {
  selection: ViewSelection;
  actions: readonly PhotoAction[];
  /** The action that is asked about before it begins, if one is. */
  asked: PhotoAction['key'] | null;
  onAsk: (key: PhotoAction['key'] | null) => void;
  /** What is known of the photos beside their ids. */
  context: Omit<ChosenPhotos, 'photoIds'>;
  /** Something succeeded with these photos [SEL-06..08]; after a failure the selection stays [SEL-09]. */
  onDone: (photoIds: readonly string[]) => void;
};

/** What can be done with the selected photos: at the bottom, where the thumb is [TL-16..20]. */
export default function SelectionBar({ selection, actions, asked, onAsk, context, onDone }: Props) {
  const { t } = useTranslation();
  const chosen = { photoIds: selectedIds(selection.selection), ...context };
  const done = () => onDone(chosen.photoIds);
  const whyNone =
    selection.awaited > 0
      ? t('selection.awaited', { count: selection.awaited })
      : chosen.photoIds.length === 0
        ? t('selection.selectFirst')
        : null;
  const inQuestion = actions.find(({ key }) => key === asked);
  if (inQuestion?.confirm) {
    return (
      <ConfirmBar
        action={inQuestion}
        confirm={inQuestion.confirm}
        chosen={chosen}
        isLookingUp={selection.awaited > 0}
        onStart={() => inQuestion.start(chosen, done)}
        onBack={() => onAsk(null)}
      />
    );
  }
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('selection.actions')}>
      {actions.map((action) => (
        <ActionButton
          key={action.key}
          action={action}
          disabledReason={whyNone ?? action.disabledReason(chosen)}
          onPress={() => (action.confirm ? onAsk(action.key) : action.start(chosen, done))}
        />
      ))}
    </div>
  );
}
