import { useTranslation } from 'react-i18next';
import { Dialog } from '#/shared/ui/dialog.tsx';
import classes from './shortcuts-dialog.module.css';

/** Keys, by symbol or by the text key of their name, and the text key of their effect. */
type Shortcut = { keys: readonly string[]; text: string };

const SHORTCUTS: Record<'grid' | 'preview', readonly Shortcut[]> = {
  grid: [
    { keys: ['← ↑ ↓ →'], text: 'shortcuts.move' },
    { keys: ['shortcuts.keys.home', 'shortcuts.keys.end'], text: 'shortcuts.ends' },
    { keys: ['shortcuts.keys.enter'], text: 'shortcuts.open' },
    { keys: ['shortcuts.keys.space'], text: 'shortcuts.select' },
    { keys: ['⇧ ← ↑ ↓ →'], text: 'shortcuts.selectRange' },
    { keys: ['shortcuts.keys.all'], text: 'shortcuts.selectAll' },
    { keys: ['f'], text: 'shortcuts.favourite' },
    { keys: ['shortcuts.keys.escape'], text: 'shortcuts.endSelecting' },
    { keys: ['?'], text: 'preview.shortcuts' },
  ],
  preview: [
    { keys: ['→'], text: 'preview.next' },
    { keys: ['←'], text: 'preview.previous' },
    { keys: ['+', '−'], text: 'preview.zoomKeys' },
    { keys: ['0'], text: 'preview.zoomReset' },
    { keys: ['⇧ ← ↑ ↓ →'], text: 'preview.panKeys' },
    { keys: ['f'], text: 'shortcuts.favourite' },
    { keys: ['r'], text: 'shortcuts.turn' },
    { keys: ['i'], text: 'details.key' },
    { keys: ['s'], text: 'shortcuts.slideshow' },
    { keys: ['shortcuts.keys.space'], text: 'shortcuts.pauseSlideshow' },
    { keys: ['shortcuts.keys.delete'], text: 'preview.deleteKey' },
    { keys: ['shortcuts.keys.escape'], text: 'preview.closeKey' },
    { keys: ['?'], text: 'preview.shortcuts' },
  ],
};

type Props = { of: keyof typeof SHORTCUTS; isOpen: boolean; onClose: () => void };

/** Lists the keyboard shortcuts of a photo grid or of the full-screen preview. */
export default function ShortcutsDialog({ of, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('preview.shortcuts')} width={440}>
      <dl className={classes.list}>
        {SHORTCUTS[of].map(({ keys, text }) => (
          <div key={text} className={classes.row}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key.startsWith('shortcuts.') ? t(key) : key}
                </kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
