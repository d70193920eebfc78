import { useTranslation } from 'react-i18next';
import { PrintIcon } from '#/shared/ui/icons.tsx';
import classes from './ordered-mark.module.css';

/** Says that a photo is used in an order: to the eye and the pointer, since the photo's name says it already. */
export function OrderedMark() {
  const { t } = useTranslation();
  return (
    <span className={classes.mark} title={t('delete.used')} data-ordered>
      <PrintIcon size={14} />
    </span>
  );
}
