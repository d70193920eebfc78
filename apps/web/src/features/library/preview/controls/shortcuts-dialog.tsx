import { useTranslation } from 'react-i18next';
import { Modal } from '#/shared/ui/modal/modal.tsx';
import classes from './shortcuts-dialog.module.css';

/** Keys and the texts of what they do. */
const SHORTCUTS = [
  { keys: ['→'], text: 'next' },
  { keys: ['←'], text: 'previous' },
  { keys: ['+', '−'], text: 'zoomKeys' },
  { keys: ['0'], text: 'zoomReset' },
  { keys: ['⇧ ← ↑ ↓ →'], text: 'panKeys' },
  { keys: ['Del'], text: 'deleteKey' },
  { keys: ['Esc'], text: 'closeKey' },
  { keys: ['?'], text: 'shortcuts' },
] as const;

type Props = { isOpen: boolean; onClose: () => void };

/** What the keys do here. */
export function ShortcutsDialog({ isOpen, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('preview.shortcuts')} width={420}>
      <dl className={classes.list}>
        {SHORTCUTS.map(({ keys, text }) => (
          <div key={text} className={classes.row}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(`preview.${text}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
