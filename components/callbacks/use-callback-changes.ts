"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import {
  decideSignatureLockAction,
  proposeSignatureLockAction,
  retireCallbackAddressAction,
  rotateCallbackAddressAction,
} from "@/lib/callbacks/actions";
import type { Environment } from "@/lib/environment";

export function useProposeLock(environment: Environment) {
  const { refresh } = useRouter();
  return useMutation({
    mutationFn: (proposal: { locks: boolean }) => proposeSignatureLockAction(environment, proposal),
    onSettled: () => refresh(),
  });
}

export function useDecideLock(environment: Environment) {
  const { refresh } = useRouter();
  return useMutation({
    mutationFn: (decision: { proposalId: string; apply: boolean }) => decideSignatureLockAction(environment, decision),
    onSettled: () => refresh(),
  });
}

export function useRotateAddress(environment: Environment) {
  const { refresh } = useRouter();
  return useMutation({
    mutationFn: (nothing: Record<string, never>) => rotateCallbackAddressAction(environment, nothing),
    onSettled: () => refresh(),
  });
}

export function useRetireAddress(environment: Environment) {
  const { refresh } = useRouter();
  return useMutation({
    mutationFn: (addressId: string) => retireCallbackAddressAction(environment, { addressId }),
    onSettled: () => refresh(),
  });
}
