import { MAX_BOOK_PHOTOS } from '@keepsake/contracts/creations/photo-books';
import { beginDemoBook, type PrintsContent } from '@keepsake/contracts/shop/demo-projects';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { NoticeOf } from '#/features/exchange/merchandise/index.ts';
import { hasCode, isAbsent } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './demo-shop.module.css';
import type { Offer } from './order-panel.tsx';
import { PrintsForm } from './prints-form.tsx';
import { type ProjectSaving, useProjectSaver, useSaved } from './project-saver.ts';
import { selectionQuery, shopQuery } from './queries.ts';
import { SaveBar } from './save-bar.tsx';
import { ShopFrame } from './shop-frame.tsx';

type Props = {
  tempSelectionId: string;
  productCode: string;
  channel: string;
  /** Order deadline of these articles. */
  notice?: NoticeOf;
};

/** Stand-in for a print editor: shows the photos handed over by the library, ready to order. */
export function DemoShopPage({ tempSelectionId, productCode, channel, notice }: Props) {
  const { t } = useTranslation();
  const selection = useQuery(selectionQuery(tempSelectionId));
  const shop = useQuery(shopQuery(channel));
  const error = selection.error ?? shop.error;
  const isGone = isUnknown(selection.error) || selection.data?.length === 0;

  function retry() {
    void selection.refetch();
    void shop.refetch();
  }
  return (
    <ShopFrame>
      <Page title={t('demoShop.title')} isWide>
        {isGone && <GoneSelection />}
        {!isGone && error && <ErrorState error={error} onRetry={retry} />}
        {!error && !(selection.data && shop.data) && <Skeleton height={360} />}
        {!isGone && shop.data && notice?.(shop.data.products.map(({ code }) => code))}
        {!isGone && !error && selection.data && shop.data && (
          <NewPrints
            order={{ what: 'prints', tempSelectionId, channel }}
            photoIds={selection.data}
            shop={shop.data}
            initialCode={productCode}
          />
        )}
      </Page>
    </ShopFrame>
  );
}

type NewPrintsProps = {
  order: { what: 'prints'; tempSelectionId: string; channel: string };
  photoIds: string[];
  shop: Offer;
  /** Code of the product selected initially. */
  initialCode: string;
};

/** Prints of a selection. The first change turns them into a project whose code derives from the selection's id. */
function NewPrints({ order, photoIds, shop, initialCode }: NewPrintsProps) {
  const { channel, tempSelectionId } = order;
  const saving = useProjectSaver({ projectCode: `PRINTS-${tempSelectionId}`, channel, version: 0 });
  const existing = shop.products.find(({ code }) => code === initialCode) ?? shop.products[0];
  const initial = { kind: 'prints', photoIds, quantity: 1, deliveryType: 'Home' } as const;
  const [content, setContent] = useSaved<PrintsContent>(
    { ...initial, productCode: existing?.code ?? initialCode },
    saving,
  );
  return (
    <>
      <div className={classes.begin}>
        <BeginBook order={order} photosCount={photoIds.length} />
      </div>
      <SaveBar saving={{ ...saving, flush: () => saveAlsoUnchanged(saving, content) }} />
      <PrintsForm
        order={order}
        photoIds={photoIds}
        shop={shop}
        choice={content}
        saving={saving}
        onChoice={(next) => setContent({ ...content, ...next })}
      />
    </>
  );
}

/** 'Save for later' also saves an unchanged project. */
function saveAlsoUnchanged(saving: ProjectSaving, content: PrintsContent): Promise<boolean> {
  if (saving.state === 'unchanged') saving.change(content);
  return saving.flush();
}

type BeginProps = { order: { tempSelectionId: string; channel: string }; photosCount: number };

/** The link to a photo book of the same photos. */
function BeginBook({ order: { tempSelectionId, channel }, photosCount }: BeginProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => call(beginDemoBook, { body: { tempSelectionId, channel } }),
    meta: { action: 'BEGIN_DEMO_BOOK', invalidates: ['Projects'] },
    onSuccess: ({ projectCode }) =>
      navigate({ to: '/demo-shop/projects/$projectCode', params: { projectCode } }),
  });
  if (photosCount > MAX_BOOK_PHOTOS) return <p>{t('demoShop.book.tooMany', { max: MAX_BOOK_PHOTOS })}</p>;
  return (
    <>
      <p>{t('demoShop.book.offer')}</p>
      <Button variant="light" loading={isPending} onClick={() => mutate()}>
        {t('demoShop.book.begin')}
      </Button>
      {isError && <p role="alert">{t('demoShop.book.beginFailed')}</p>}
    </>
  );
}

/** The selection has expired, belongs to another customer, or all of its photos were deleted. */
function GoneSelection() {
  const { t } = useTranslation();
  const back = (
    <Button renderRoot={(props) => <Link to="/my-photos/photos" {...props} />}>{t('demoShop.back')}</Button>
  );
  return <EmptyState action={back}>{t('demoShop.gone')}</EmptyState>;
}

function isUnknown(error: Error | null): boolean {
  return isAbsent(error) || hasCode(error, 'invalid-request');
}
