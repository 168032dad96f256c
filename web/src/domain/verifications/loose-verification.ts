import type { Verification } from '@doorstep/contract/verifications';

/** A verification as any backend may return it. Only its id is certain. */
export type LooseVerification = Partial<Verification> & Pick<Verification, 'verification_id'>;
