/** How much a caller may ask of the HTTP door at once. */
export interface HttpLimits {
  /** Bytes of a body. @default 8 MiB */
  readonly bodyBytes: number;
  /** Bytes of a file that is uploaded, which goes to the disk as it comes. @default 1 GiB */
  readonly uploadBytes: number;
  /** Bytes of all headers of a request together. @default 16 KiB */
  readonly headerBytes: number;
  /** Milliseconds until a call must be answered; those that tell their progress and uploads are not bound by it. @default 120,000 */
  readonly callMs: number;
  /** Milliseconds that a connection without a call stays open. @default 5,000 */
  readonly keepAliveMs: number;
  /** Calls under way at once. @default 64 */
  readonly calls: number;
  /** Answers that go on and on, such as changes, at once. @default 64 */
  readonly streams: number;
  /** Milliseconds that calls under way are given when the server closes. @default 10,000 */
  readonly closeMs: number;
}

/** The limits where a caller sets none: generous for one user's agents, and small beside a machine. */
export const defaultLimits: HttpLimits = {
  bodyBytes: 8 * 1024 * 1024,
  uploadBytes: 1024 * 1024 * 1024,
  headerBytes: 16 * 1024,
  callMs: 120_000,
  keepAliveMs: 5_000,
  calls: 64,
  streams: 64,
  closeMs: 10_000,
};
