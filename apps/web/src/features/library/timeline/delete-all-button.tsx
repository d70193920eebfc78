import { useTranslation } from 'react-i18next';
import { DeleteIcon } from '#/shared/ui/icons/action-icons.tsx';
import classes from './delete-all-button.module.css';

type Props = { onPress: () => void };

/** Asks for the whole library to be deleted [TL-21]: out of the way, and with its name where there is room. */
export function DeleteAllButton({ onPress }: Props) {
  const { t } = useTranslation();
  const label = t('library.deleteAll');
  return (
    <button type="button" className={classes.button} title={label} onClick={onPress}>
      <DeleteIcon />
      <span className={classes.label}>{label}</span>
    </button>
  );
}
