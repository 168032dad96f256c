/** The smallest build of exifr, for JPEG only, ships without types. */
declare module 'exifr/dist/mini.esm.mjs' {
  export { default } from 'exifr';
}
