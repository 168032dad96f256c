/** Signs reports with the provider's certificate. */
export interface ReportSigner {
  /** The name in the certificate. */
  name: string;
  sign(pdf: Uint8Array, at: Date): Promise<Uint8Array>;
}
