import {
  addGalleryEntry,
  changeGalleryEntry,
  deleteGalleryEntry,
  type GalleryEntry,
  getGalleryCategories,
} from '@keepsake/contracts/creations/gallery';
import {
  deleteWidget,
  encodeAddress,
  getWidget,
  getWidgets,
  saveWidget,
  shareWidget,
  WIDGETS_PAGE_SIZE,
  type Widget,
  type WidgetSettings,
} from '@keepsake/contracts/creations/widgets';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isAbsent, isUnauthenticated } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    Widgets: unknown;
  }
}

/** A page of the customer's widgets, starting at 1. */
export const widgetsQuery = (page: number) =>
  queryOptions({
    queryKey: ['Widgets', 'list', page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const limit = WIDGETS_PAGE_SIZE;
      return call(getWidgets, { query: { offset: (page - 1) * limit, limit } }, { signal });
    },
  });

/** The widget of a product; null if it has none, or nobody is signed in [WID-07]. */
async function findWidget(productCode: string, signal?: AbortSignal): Promise<Widget | null> {
  try {
    return await call(getWidget, { params: { productCode } }, { signal });
  } catch (error) {
    if (isAbsent(error) || isUnauthenticated(error)) return null;
    throw error;
  }
}

export const widgetQuery = (productCode: string) =>
  queryOptions({
    queryKey: ['Widgets', 'one', productCode],
    meta: { action: 'LOAD_WIDGET' },
    queryFn: ({ signal }) => findWidget(productCode, signal),
  });

/** The categories of a channel's gallery [WID-17]; empty if it has no gallery. */
export const categoriesQuery = (channel: string) =>
  queryOptions({
    queryKey: ['Widgets', 'categories', channel],
    meta: { action: 'LOAD_GALLERY_CATEGORIES' },
    queryFn: async ({ signal }) =>
      (await call(getGalleryCategories, { query: { channel } }, { signal })).items,
  });

export function useSaveWidget(productCode: string) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (body: WidgetSettings) => call(saveWidget, { params: { productCode }, body }),
    meta: { action: 'SAVE_WIDGET', answers: widgetQuery(productCode).queryKey, invalidates: ['Widgets'] },
    onSuccess: () => showToast({ message: t('widgets.saved'), tone: 'success' }),
  });
}

export function useDeleteWidget(productCode: string, onDeleted: () => void) {
  const { t } = useTranslation();
  return useMutation({
    async mutationFn() {
      await call(deleteWidget, { params: { productCode } });
      return null;
    },
    meta: { action: 'DELETE_WIDGET', answers: widgetQuery(productCode).queryKey, invalidates: ['Widgets'] },
    onSuccess() {
      showToast({ message: t('widgets.deleted'), tone: 'success' });
      onDeleted();
    },
  });
}

/** The form for sharing a widget. */
export type Shared = { fromName: string; toEmailAddress: string; personalMessage: string };

/** Mails a widget's address on behalf of a brand; the recipient is base64-encoded [WID-10]. */
export function useShareWidget({ productCode, vendorId }: { productCode: string; vendorId: string }) {
  return useMutation({
    mutationFn: ({ toEmailAddress, ...shared }: Shared, { idempotencyKey }) =>
      call(
        shareWidget,
        {
          params: { productCode },
          query: { vendorId, ...shared, toEmailAddress: encodeAddress(toEmailAddress.trim()) },
        },
        { idempotencyKey },
      ),
    meta: { action: 'SHARE_WIDGET', invalidates: [] },
  });
}

export type EntryContent = Pick<GalleryEntry, 'category' | 'title' | 'text'>;

/** Offers a widget for the gallery of its product's channel, or changes its entry. */
export function useOfferEntry({ widgetId, channel, entry }: Pick<Widget, 'widgetId' | 'channel' | 'entry'>) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (content: EntryContent, { idempotencyKey }) =>
      entry
        ? call(changeGalleryEntry, {
            params: { widgetId },
            query: { channel: entry.channel },
            body: content,
          })
        : call(addGalleryEntry, { body: { widgetId, channel, ...content } }, { idempotencyKey }),
    meta: { action: 'OFFER_GALLERY_ENTRY', invalidates: ['Widgets'] },
    onSuccess: () => showToast({ message: t('widgets.gallery.offered'), tone: 'success' }),
  });
}

export function useWithdrawEntry({
  widgetId,
  entry,
  channel,
}: Pick<Widget, 'widgetId' | 'channel' | 'entry'>) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: () =>
      call(deleteGalleryEntry, { params: { widgetId }, query: { channel: entry?.channel ?? channel } }),
    meta: { action: 'DELETE_GALLERY_ENTRY', invalidates: ['Widgets'] },
    onSuccess: () => showToast({ message: t('widgets.gallery.out'), tone: 'success' }),
  });
}

type NamedWidget = Pick<Widget, 'title' | 'productTitle' | 'product' | 'kind'>;

/** A widget's title as shown to visitors, which also names it for its customer. */
export function useNameWidget(): (widget: NamedWidget) => string {
  const { t } = useTranslation();
  return ({ title, productTitle, product, kind }) =>
    title ?? productTitle ?? product ?? t(`onlineProducts.kinds.${kind}`);
}
