import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './photo-bar.module.css';

type Props = {
  /** Moves the selected photo; null if it cannot move in that direction. */
  onBack: (() => void) | null;
  onForward: (() => void) | null;
  onCover: () => void;
  /** Null for the last photo of the book. */
  onRemove: (() => void) | null;
  onDone: () => void;
};

/** Toolbar for the selected photo, sticky at the bottom while the pages scroll. */
export function PhotoBar({ onBack, onForward, onCover, onRemove, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('demoShop.book.chosen')}>
      <span data-repeats className={classes.moves}>
        <Button
          variant="default"
          disabled={!onBack}
          onClick={() => onBack?.()}
          aria-label={t('demoShop.book.back')}
        >
          ←
        </Button>
        <Button
          variant="default"
          disabled={!onForward}
          onClick={() => onForward?.()}
          aria-label={t('demoShop.book.forward')}
        >
          →
        </Button>
      </span>
      <Button variant="default" onClick={onCover}>
        {t('demoShop.book.toCover')}
      </Button>
      <Button variant="default" disabled={!onRemove} onClick={() => onRemove?.()}>
        {t('demoShop.book.remove')}
      </Button>
      <Button onClick={onDone}>{t('demoShop.book.done')}</Button>
    </div>
  );
}
