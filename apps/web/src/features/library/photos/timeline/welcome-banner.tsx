import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useFlag } from '#/shared/flags.tsx';
import { createStoredValue } from '#/shared/storage.ts';
import { CloseIcon } from '#/shared/ui/icons.tsx';
import classes from './welcome-banner.module.css';

const isDismissed = createStoredValue({
  key: 'timelineBannerDismissed',
  parse: (saved) => saved === 'true',
  format: String,
});

/** Introduces the photo section in one line until dismissed [TL-24]. */
export function WelcomeBanner() {
  const { t } = useTranslation();
  const { faqUrl } = useChannel();
  const titleId = useId();
  const [isExpanded, setExpanded] = useState(false);
  if (isDismissed.use()) return null;
  return (
    <section className={classes.banner} data-expanded={isExpanded || undefined} aria-labelledby={titleId}>
      <strong id={titleId} className={classes.title}>
        {t('welcome.title')}
      </strong>
      {isExpanded && <Introduction />}
      <div className={classes.links}>
        <button
          type="button"
          className={classes.link}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? t('welcome.showLess') : t('welcome.showMore')}
        </button>
        <ChannelLink href={faqUrl} className={classes.link}>
          {t('shell.faq')}
        </ChannelLink>
      </div>
      <button
        type="button"
        className={classes.close}
        aria-label={t('welcome.dismiss')}
        onClick={() => isDismissed.set(true)}
      >
        <CloseIcon />
      </button>
    </section>
  );
}

/** The wording depends on the albums flag [TL-27, FLG-05]. */
function Introduction() {
  const { t } = useTranslation();
  const wording = useFlag('PhotoManagementAlbumViewEnabled') ? 'withAlbums' : 'plain';
  return (
    <p className={classes.text}>
      {t(`welcome.${wording}.lead`)} {t(`welcome.${wording}.more`)}
    </p>
  );
}
