import type { Photo } from '@keepsake/contracts/library/photos';
import { useTranslation } from 'react-i18next';
import { BarButton } from '#/features/library/stage/index.ts';
import { CloseIcon } from '#/shared/ui/icons.tsx';
import { CONTENT_ID } from '#/shared/ui/page.tsx';
import classes from './details-panel.module.css';
import { PhotoDetails } from './photo-details.tsx';
import type { DetailsProps } from './use-details.ts';

type Props = Omit<DetailsProps, 'photo'> & { photo: Photo | undefined; onClose: () => void };

/** Returns the focus to the preview when the panel that contains it closes. */
function giveFocusBack(panel: HTMLElement | null) {
  return () => {
    if (panel?.contains(document.activeElement)) document.getElementById(CONTENT_ID)?.focus();
  };
}

/** Details of the photo: beside it on wide screens, below it on others, never covering it. */
export function DetailsPanel({ photo, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <aside ref={giveFocusBack} className={classes.panel} aria-label={t('details.title')}>
      <header className={classes.header}>
        <h2 className={classes.title}>{t('details.title')}</h2>
        <BarButton label={t('details.close')} onPress={onClose}>
          <CloseIcon />
        </BarButton>
      </header>
      {photo && <PhotoDetails photo={photo} {...rest} />}
    </aside>
  );
}
