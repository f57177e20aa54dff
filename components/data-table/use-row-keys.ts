"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { singleKeysAreOn } from "@/components/palette/single-keys";
import { type Docked, linkOf, rowsOf } from "./docked";
import { FIND_FIELD } from "./find-field";

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * From row to row with j and k, or the arrows once a row is reached; a panel beside the list follows. Enter opens the
 * row's page, as its link does, Space selects it, "/" goes to the find field, the arrow down from there to the first
 * row, Escape closes the panel, and the row that was open has the focus.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, docked: Pick<Docked, "current" | "open"> | undefined) {
  const current = docked?.current ?? null;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target: from } = event;
    if (event.defaultPrevented || event.isComposing || hasModifier(event)) return;
    // Code 229: the key belongs to an input method.
    const isFromField =
      from instanceof HTMLElement && from.id === FIND_FIELD && key === "ArrowDown" && event.keyCode !== 229;
    if (
      !(from instanceof HTMLElement) ||
      (!isFromField && from.closest("input:not([type=checkbox]), select, textarea, [contenteditable], [role=dialog]"))
    )
      return;
    if (key === "Escape" && docked && current !== null) return docked.open(null);
    if (key === "/" && singleKeysAreOn()) {
      const field = document.getElementById(FIND_FIELD);
      if (field) event.preventDefault();
      return field?.focus();
    }
    const rows = rowsOf(list.current);
    const focused = rows.findIndex((row) => row.contains(from));
    const at = focused < 0 ? rows.findIndex(({ dataset }) => dataset.row === current) : focused;
    if (key === " ") return select(event, rows[focused]);
    const step = STEPS[key];
    if (step === undefined || (key.length === 1 && !singleKeysAreOn())) return;
    // The arrow keys scroll the page until a row has the focus.
    if (focused < 0 && key.startsWith("Arrow") && !isFromField) return;
    const next = rows[at < 0 || isFromField ? 0 : at + step];
    if (!next) return;
    event.preventDefault();
    linkOf(next)?.focus();
    if (docked && current !== null && next.dataset.row) docked.open(next.dataset.row, true);
  });
  // The panel leaves with what it was closed by.
  const opened = useRef(current);
  useEffect(() => {
    const before = opened.current;
    opened.current = current;
    if (before === null || current !== null || document.activeElement !== document.body) return;
    const row = rowsOf(list.current).find(({ dataset }) => dataset.row === before);
    linkOf(row)?.focus({ preventScroll: true });
  }, [current, list]);
  useReturnToRow(list, current);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/**
 * The way back to a list leads to the row that was left: the browser restores the scrolling of the page, but not of the
 * box with the rows. The row stands in the entry of the history, so that any other way to the list begins at its top.
 */
function useReturnToRow(list: RefObject<HTMLElement | null>, current: string | null) {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const state: unknown = history.state;
    const left = typeof state === "object" && state !== null && ROW in state ? state[ROW] : null;
    wanted.current = typeof left === "string" ? left : null;
    const note = ({ target }: MouseEvent) => {
      const row = target instanceof Element && list.current?.contains(target) ? target.closest("[data-row]") : null;
      if (row instanceof HTMLElement) history.replaceState({ ...history.state, [ROW]: row.dataset.row }, "");
    };
    // Before the press leads away.
    document.addEventListener("click", note, true);
    return () => document.removeEventListener("click", note, true);
  }, [list]);
  // The rows may come later than the list.
  useEffect(() => {
    const rows = wanted.current === null ? [] : rowsOf(list.current);
    if (rows.length === 0) return;
    const key = current ?? wanted.current;
    wanted.current = null;
    if (document.activeElement === document.body) linkOf(rows.find(({ dataset }) => dataset.row === key))?.focus();
  });
}

/** The part of an entry's state that names a row; the framework's own parts stay beside it. */
const ROW = "row";

function select(event: KeyboardEvent, row: HTMLElement | undefined) {
  const box = row?.querySelector<HTMLElement>("input[type=checkbox]");
  if (!box || (event.target instanceof HTMLElement && event.target.closest("button, input"))) return;
  event.preventDefault();
  box.click();
}

const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => altKey || ctrlKey || metaKey;
