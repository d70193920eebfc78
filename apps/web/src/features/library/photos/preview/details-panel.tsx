import type { Photo } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { BarButton } from '#/shared/stage/bar-button.tsx';
import { CloseIcon } from '#/shared/ui/icons.tsx';
import { CONTENT_ID } from '#/shared/ui/page.tsx';
import classes from './details-panel.module.css';
import { PhotoFacts } from './photo-facts.tsx';
import type { FactsProps } from './use-details.ts';

type Props = Omit<FactsProps, 'photo'> & { photo: Photo | undefined; onClose: () => void };

/** The focus that goes with the panel returns to the preview. */
function giveFocusBack(panel: HTMLElement | null) {
  return () => {
    if (panel?.contains(document.activeElement)) document.getElementById(CONTENT_ID)?.focus();
  };
}

/** What is known of the photo: beside it on wide screens, below it on others, and never over it. */
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
      {photo && <PhotoFacts photo={photo} {...rest} />}
    </aside>
  );
}
