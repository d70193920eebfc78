import { WIDGET_SIZES, type Widget } from '@keepsake/contracts/creations/widgets';
import { escapeMarkup } from '@keepsake/contracts/platform/plain-text';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#/shared/take-text.ts';
import panels from '#/shared/ui/panels.module.css';
import { showToast } from '#/shared/ui/toasts.tsx';
import classes from './widget-page.module.css';

type Props = { widget: Widget; name: string };

/** The link for copying and sharing, and the snippet for embedding. */
export function EmbedSnippet({ widget, name }: Props) {
  const { t } = useTranslation();
  const { url, productCode, isBlocked, sites } = widget;
  return (
    <section className={panels.panel} aria-labelledby="widget-link">
      <h2 id="widget-link">{t('widgets.link')}</h2>
      <p className={panels.help}>{t('widgets.linkHelp')}</p>
      <Copied label={t('widgets.link')} text={url} copy={t('widgets.copyLink')} isLine />
      <div className={panels.actions}>
        {!isBlocked && (
          <Button
            renderRoot={(props) => (
              <Link to="/widgets/$productCode/share" params={{ productCode }} {...props} />
            )}
          >
            {t('widgets.shareByMail')}
          </Button>
        )}
        <Button component="a" variant="default" href={url} target="_blank" rel="noopener">
          {t('widgets.look')}
        </Button>
      </div>
      <details>
        <summary className={classes.summary}>{t('widgets.embed')}</summary>
        <p className={panels.help}>{t(sites.length > 0 ? 'widgets.embedHelp' : 'widgets.embedNeedsSites')}</p>
        <Copied label={t('widgets.frameCode')} text={frameOf(widget, name)} copy={t('widgets.copyFrame')} />
        <Copied label={t('widgets.linkCode')} text={linkOf(url, name)} copy={t('widgets.copyLinkCode')} />
      </details>
    </section>
  );
}

/** Selectable text with a button that copies it. */
function Copied({
  label,
  text,
  copy,
  isLine = false,
}: {
  label: string;
  text: string;
  copy: string;
  isLine?: boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  async function press() {
    const shown = document.getElementById(id) as HTMLTextAreaElement | null;
    shown?.select();
    if (await copyText(text)) showToast({ message: t('widgets.copied'), tone: 'success' });
  }
  return (
    <div className={panels.actions}>
      {isLine ? (
        <input
          id={id}
          className={`${classes.snippet} ${classes.address}`}
          aria-label={label}
          value={text}
          readOnly
        />
      ) : (
        <textarea id={id} className={classes.snippet} aria-label={label} value={text} readOnly rows={4} />
      )}
      <Button variant="default" onClick={() => void press()}>
        {copy}
      </Button>
    </div>
  );
}

/** An iframe of the chosen width, high enough for an opening of a book. */
function frameOf({ url, size }: Pick<Widget, 'url' | 'size'>, name: string): string {
  const width = WIDGET_SIZES[size];
  const measures =
    width === null
      ? 'width="100%" height="560"'
      : `width="${width}" height="${Math.round(width * 0.6) + 150}"`;
  return `<iframe src="${escapeMarkup(url)}?embed" title="${escapeMarkup(name)}" ${measures} style="border:0;max-width:100%" loading="lazy" allow="fullscreen"></iframe>`;
}

const linkOf = (url: string, name: string): string =>
  `<a href="${escapeMarkup(url)}">${escapeMarkup(name)}</a>`;
