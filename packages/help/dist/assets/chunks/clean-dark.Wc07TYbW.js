const s="/help/assets/clean-light.BCUTZtvW.png",t="/help/assets/clean-dark.CpFdMdxW.png";export{s as _,t as a};
