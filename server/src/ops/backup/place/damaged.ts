import { CannotStart } from '../../../db/cannot-start.ts';

/** Thrown if a part of a backup is missing or has changed. */
export class BackupDamaged extends CannotStart {
  constructor(name: string, options?: ErrorOptions) {
    super(
      `The backup is damaged: ${name} is missing or has changed. Nothing was restored. Use another backup`,
      options,
    );
  }
}
