import type { Widget, WidgetSettings } from '@keepsake/contracts/creations/widgets';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MaybeAnotherAccount } from '#/shared/another-account.tsx';
import { isGone } from '#/shared/api/api-problem.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorDrawing, ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import { RowsSkeleton } from '#/shared/ui/row-list.tsx';
import { usePageBehind } from '#/shared/ui/way-back.ts';
import { deleteWidgetDialog } from './delete-widget.ts';
import { EmbedSnippet } from './embed-snippet.tsx';
import { GalleryPanel } from './gallery-panel.tsx';
import { useNameWidget, useSaveWidget, widgetQuery } from './queries.ts';
import { textOf, WidgetForm } from './widget-form.tsx';
import classes from './widget-page.module.css';

/** The product as supplied by the route. */
export type ShownProduct = Pick<Widget, 'kind' | 'product'> & { title: string | null; placesCount: number };

type Props = {
  productCode: string;
  /** Null while loading. */
  product: ShownProduct | null;
  productError: Error | null;
  onRetry: () => void;
};

/** The page of a product's widget: settings, preview, snippets and gallery [WID-01]. */
export function WidgetPage({ productCode, product, productError, onRetry }: Props) {
  const { t } = useTranslation();
  usePageBehind();
  const nameWidget = useNameWidget();
  const { data: widget, error, refetch } = useQuery(widgetQuery(productCode));
  const named = widget ?? (product && { productTitle: null, ...product });
  const name = named ? nameWidget(named) : t('widgets.one');
  const failure = error ?? productError;
  const isNothing = isGone(productError) || (product !== null && product.placesCount === 0);
  return (
    <Page
      title={name}
      heading={<span dir="auto">{name}</span>}
      back={<BackLink to="/widgets" label={t('widgets.back')} />}
    >
      {isNothing && <NothingToShow isAnothers={isGone(productError)} />}
      {!isNothing && failure && (
        <ErrorState
          error={failure}
          message={t('widgets.oneFailed')}
          onRetry={() => {
            void refetch();
            onRetry();
          }}
        />
      )}
      {!failure && (widget === undefined || product === null) && <RowsSkeleton />}
      {!failure && !isNothing && product && widget === null && (
        <div className={panels.parts}>
          <p className={panels.help}>{t('widgets.what')}</p>
          <MakeWidget productCode={productCode} />
        </div>
      )}
      {!failure && product && widget && <Made key={widget.widgetId} widget={widget} name={name} />}
    </Page>
  );
}

/** The product has no pages, or is not this customer's. */
function NothingToShow({ isAnothers }: { isAnothers: boolean }) {
  const { t } = useTranslation();
  const toProducts = (
    <Button renderRoot={(props) => <Link to="/online-products" {...props} />}>{t('widgets.begin')}</Button>
  );
  return (
    <EmptyState drawing={<ErrorDrawing />} action={toProducts} note={isAnothers && <MaybeAnotherAccount />}>
      {t('widgets.nothingToShow')}
    </EmptyState>
  );
}

/** Creates the link with one press; every setting can be changed afterwards. */
function MakeWidget({ productCode }: { productCode: string }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useSaveWidget(productCode);
  return (
    <>
      {error && <p role="alert">{t(textOf(error))}</p>}
      <Button className={panels.main} loading={isPending} onClick={() => mutate({})}>
        {t('widgets.make')}
      </Button>
    </>
  );
}

function Made({ widget, name }: { widget: Widget; name: string }) {
  const { t } = useTranslation();
  const { productCode, isBlocked, blockedReason, entry } = widget;
  const saving = useSaveWidget(productCode);
  const save = (settings: WidgetSettings) => saving.mutate(settings);
  return (
    <div className={classes.columns}>
      <div className={panels.parts}>
        {isBlocked && (
          <p role="alert">
            {t('widgets.blocked')} {blockedReason}
          </p>
        )}
        <EmbedSnippet widget={widget} name={name} />
        <section className={panels.panel} aria-labelledby="widget-settings">
          <h2 id="widget-settings">{t('widgets.settings')}</h2>
          <WidgetForm widget={widget} isSaving={saving.isPending} error={saving.error} onSave={save} />
        </section>
        <GalleryPanel widget={widget} name={name} />
        <Button
          className={panels.main}
          variant="subtle"
          color="red"
          onClick={() => deleteWidgetDialog.open({ productCode, name, isInGallery: entry !== null })}
        >
          {t('widgets.deleteTitle')}
        </Button>
      </div>
      {!isBlocked && <Preview widget={widget} name={name} />}
    </div>
  );
}

function Preview({ widget, name }: { widget: Widget; name: string }) {
  const { t } = useTranslation();
  const { title, firstPlace, lastPlace, colours, url } = widget;
  return (
    <section className={classes.preview} aria-labelledby="widget-preview">
      <h2 id="widget-preview">{t('widgets.preview')}</h2>
      <iframe
        key={JSON.stringify([title, firstPlace, lastPlace, colours])}
        title={t('widgets.previewOf', { name })}
        src={`${new URL(url).pathname}?embed&preview`}
      />
    </section>
  );
}
