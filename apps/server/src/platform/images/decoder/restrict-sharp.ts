import sharp from 'sharp';

/**
 * Process-wide settings of libvips. Of its loaders only JPEG and PNG are needed (HEIC goes through libheif in WASM),
 * the rest would be attack surface. One thread per decoder: the pool runs several. No cache: no photo comes twice.
 */
export function restrictSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });
}
