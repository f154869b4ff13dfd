async (plan, key) => {
  let rule = plan.mode;
  if (plan.width > 0 || plan.height > 0) rule += `:${plan.width || ""}x${plan.height || ""}`;
  if (plan.dpr !== "1") rule += `,dpr:${plan.dpr}`;
  if (plan.enlarges) rule += ",enlarge";
  if (plan.position !== "center") rule += `,at:${plan.position}`;
  const options = plan.isSource ? ["source"] : rule === "fit" ? [] : [`size=${rule}`];
  if (plan.format) options.push(`format=${plan.format}`);
  if (plan.quality) options.push(`quality=${plan.quality}`);
  const transforms = plan.effects.map(encodeURIComponent).join(";") || "-";
  const path = `${transforms}/${options.join(";") || "-"}/${base64url(encoder.encode(plan.source))}`;
  const signature = key ? base64url(await sign("SHA-256", bytes(key), encoder.encode(`/v1/${path}`))) : "-";
  return `v1/${signature}/${path}`;
};
